import { choice, date, id, integer, number, one, resource, stamps, text, trashed, type RowOf } from './fields'
import { afterEnds, contractStates, gasUnits, monthly, noticeKinds, startRules } from './gas/choices'
import { latestStartYear } from './limits'

const monthVolume = number({ min: 0, apiDescription: 'The volume of the month, in volume_unit.' })

/** Contracts of customers with suppliers, from the draft that an award makes to what follows their end (CTR-1). */
export const contracts = resource({
  name: 'contracts',
  path: '/api/mpg/contracts/',
  title: 'Contract',
  idField: 'contract_id',
  nameField: 'contract_number',
  fields: {
    contract_id: id(),
    contract_number: text(),
    opportunity: one('opportunities'),
    bid: one('bids', { readOnly: true, apiDescription: 'That of its quote.' }),
    quote: one('quotes', { readOnly: true, apiDescription: 'The awarded one that made it.' }),
    organization: one('organizations', { required: true }),
    supplier: one('suppliers', { apiDescription: 'Required to sign.' }),
    utility_state: one('utilityStates'),
    pricing_type: integer({ min: 1, max: 3, apiDescription: '1 fixed, 2 nymex+, 3 index.' }),
    price: number({ apiDescription: 'USD per price_unit.' }),
    price_unit: choice(gasUnits),
    pricing_point: choice(['City Gate', 'Burner Tip']),
    index_curve: one('curves'),
    swing: number({ min: 0, max: 1, apiDescription: 'A fraction; 1 never settles.' }),
    fee: number({ apiDescription: 'USD per fee_unit.' }),
    fee_unit: choice(gasUnits),
    term: integer({ min: 1, max: 120, apiDescription: 'Months; required to sign.' }),
    start_rule: choice(startRules, { default: 'first_of_month' }),
    start_date: date({
      lastYear: latestStartYear,
      apiDescription: `Required to sign, until ${latestStartYear}; by meter_read the first of a month.`,
    }),
    end_date: date({ readOnly: true, apiDescription: 'The last day, inclusive.' }),
    ...monthly(monthVolume),
    volume_unit: choice(gasUnits, { default: 'dth' }),
    after_end: choice(afterEnds, { default: 'ends' }),
    notice_days: integer({ min: 0, max: 365 }),
    notice_kind: choice(noticeKinds, { default: 'calendar' }),
    notice_open_days: integer({ min: 0, max: 730 }),
    notice_by: date({ readOnly: true, apiDescription: 'The last day on which notice can be given.' }),
    notice_opens: date({ readOnly: true }),
    state: choice(contractStates, {
      momentary: true,
      readOnly: true,
      required: true,
      apiDescription: 'As of the day of the answer, or of `as_of`.',
    }),
    days_to_end: integer({
      momentary: true,
      readOnly: true,
      apiDescription: 'From the day of the answer, or of `as_of`, to the last one; negative after it.',
    }),
    bucket: integer({
      momentary: true,
      readOnly: true,
      apiDescription: 'The least of 30, 60, 90 and 180 that days_to_end does not exceed.',
    }),
    annual_dth: number({
      readOnly: true,
      apiDescription: 'What a year of it burns; null where the volume of a month is not known.',
    }),
    yearly_fee: number({ readOnly: true, apiDescription: 'USD: what the fee earns in a year of it.' }),
    signed_on: date({ readOnly: true }),
    terminated_on: date({ readOnly: true, apiDescription: 'The last day of one that was ended early.' }),
    termination_reason: text({ readOnly: true, max: 10_000, shape: 'lines' }),
    renews: one('contracts', { apiDescription: 'The contract that it follows.' }),
    renewed_on: date({ readOnly: true, apiDescription: 'When one that renews it was signed.' }),
    renewal: one('opportunities', { readOnly: true, apiDescription: 'The opportunity that renew/ made.' }),
    notes: text({ max: 10_000, shape: 'lines' }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'contract_number',
    'organization',
    'supplier',
    'start_date',
    'end_date',
    'notice_by',
    'signed_on',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: 'end_date',
  filters: [
    'opportunity',
    'bid',
    'supplier',
    'organization',
    'utility_state',
    'after_end',
    'renews',
    'renewal',
    'quote',
  ],
  trash: true,
})

/** The fields of a contract that its signature leaves to amendments: price, fee, term and dates (CTR-2). */
export const amendedFields = [
  'pricing_type',
  'price',
  'price_unit',
  'pricing_point',
  'index_curve',
  'fee',
  'fee_unit',
  'term',
  'start_rule',
  'start_date',
] as const

/** Whether a contract is a draft: it can be deleted, and changes without amendments (GAS-3, CTR-2). */
export const isDraft = ({ signed_on }: Pick<RowOf<typeof contracts>, 'signed_on'>): boolean =>
  signed_on === null
