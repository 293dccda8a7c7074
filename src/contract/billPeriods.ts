import { choice, date, id, integer, number, one, resource, stamps } from './fields'
import { gasUnits, heatContentRange } from './gas/choices'

/** What a meter burned from one read to the next. */
export const billPeriods = resource({
  name: 'billPeriods',
  path: '/api/mpg/bill-periods/',
  title: 'Bill period',
  idField: 'bill_period_id',
  fields: {
    bill_period_id: id(),
    meter: one('meters', { required: true }),
    read_from: date({ required: true, apiDescription: 'The first day.' }),
    read_to: date({
      required: true,
      apiDescription: 'The day of the closing read, which is the first day of the next period.',
    }),
    quantity: number({ required: true, min: 0, apiDescription: 'In unit.' }),
    unit: choice(gasUnits, { filled: true, apiDescription: "The meter's where none is sent." }),
    heat_content: number({
      ...heatContentRange,
      apiDescription: "MMBtu per mcf as printed on the bill; else the utility's counts.",
    }),
    read_type: choice(['actual', 'estimated', 'customer'], { default: 'actual' }),
    status: choice(['current', 'cancelled'], { default: 'current' }),
    cancels: one('billPeriods', {
      apiDescription: 'The period of the same meter that it is billed in place of, which is cancelled by it.',
    }),
    commodity_cost: number({ apiDescription: 'USD.' }),
    source: choice(['manual', 'import'], { readOnly: true, default: 'manual' }),
    volume_dth: number({ readOnly: true, required: true, apiDescription: 'In dth.' }),
    heat_content_used: number({
      readOnly: true,
      required: true,
      apiDescription: 'MMBtu per mcf, which counts between volume and energy.',
    }),
    days: integer({ readOnly: true, required: true }),
    ...stamps,
  },
  orderings: ['read_from', 'read_to', 'quantity', 'volume_dth', 'days', 'created_at', 'modified_at'],
  defaultOrdering: 'read_from',
  filters: ['meter', 'status', 'read_type', 'source'],
})

/** Days that a period has at most. */
export const maxPeriodDays = 100
