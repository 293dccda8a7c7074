import { choice, date, id, one, resource, stamps, text, trashed } from './fields'
import { gasUnits } from './gas/choices'

/** Meters of utility accounts; a replaced one ends, and a new one starts. */
export const meters = resource({
  name: 'meters',
  path: '/api/mpg/meters/',
  title: 'Meter',
  idField: 'meter_id',
  nameField: 'meter_number',
  fields: {
    meter_id: id(),
    utility_account: one('utilityAccounts', { required: true }),
    meter_number: text({
      required: true,
      apiDescription: 'One of its own at the utility, compared without spaces and hyphens.',
    }),
    unit: choice(gasUnits, { required: true, apiDescription: 'The unit that its quantities are in.' }),
    read_cycle: choice(['monthly', 'bimonthly', 'daily'], { default: 'monthly' }),
    installed_on: date(),
    removed_on: date({ apiDescription: 'The day of its last read.' }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'meter_number',
    'utility_account',
    'unit',
    'read_cycle',
    'installed_on',
    'removed_on',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: 'meter_number',
  filters: ['utility_account', 'unit', 'read_cycle'],
  trash: true,
})
