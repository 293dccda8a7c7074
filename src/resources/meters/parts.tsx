import { metersApi } from '../../api/metersApi'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { RecordName } from '../kit/RecordName'
import { defineParts } from '../kit/resourceView'

const cycles = { monthly: 'Monthly', bimonthly: 'Every two months', daily: 'Daily' } as const

export const fieldMeta = defineFieldMeta('meters', {
  meter_id: excludedFields,
  utility_account: { label: 'Utility Account' },
  meter_number: { label: 'Meter Number', input: 'serial' },
  unit: { label: 'Unit', help: 'The unit that its quantities are in.' },
  read_cycle: { label: 'Read Cycle', nameOf: (cycle: keyof typeof cycles) => cycles[cycle] },
  installed_on: { label: 'Installed On', format: 'day' },
  removed_on: { label: 'Removed On', format: 'day', help: 'The day of its last read.' },
  ...stampFieldMeta,
})

/** The fields of the form and of a record's page, in order. */
export const fields = [
  'utility_account',
  'meter_number',
  'unit',
  'read_cycle',
  'installed_on',
  'removed_on',
] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'meter_number', { width: '30%' }),
  columnOf(fieldMeta, 'utility_account', {
    width: '30%',
    hasLine: true,
    show: ({ utility_account }) => <RecordName resource="utilityAccounts" id={utility_account} />,
  }),
  columnOf(fieldMeta, 'unit', { width: '10%' }),
  columnOf(fieldMeta, 'read_cycle', { width: '16%' }),
  columnOf(fieldMeta, 'removed_on', { matters: 'wide' }),
]

/** Meters in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: metersApi.list, details: ({ unit }) => [unit] },
  trash: {},
})
