import {
  boolean,
  choice,
  date,
  id,
  integer,
  number,
  one,
  resource,
  stamps,
  text,
  timestamp,
  trashed,
} from './fields'
import { gasUnits, quoteStates } from './gas/choices'
import { latestStartYear } from './limits'

const perUnit = 'USD per price_unit.'

/** Offers of suppliers for bids: a price, or what is added to a curve, and all that belongs to it. */
export const quotes = resource({
  name: 'quotes',
  path: '/api/mpg/quotes/',
  title: 'Quote',
  idField: 'quote_id',
  fields: {
    quote_id: id(),
    bid: one('bids', { required: true }),
    supplier: one('suppliers', { required: true }),
    pricing_type: integer({
      required: true,
      min: 1,
      max: 3,
      apiDescription: '1 fixed, 2 nymex+, 3 index.',
    }),
    term: integer({ required: true, min: 1, max: 120, apiDescription: 'Months.' }),
    start_date: date({
      filled: true,
      lastYear: latestStartYear,
      apiDescription: `Until ${latestStartYear}; that of the bid where none is sent.`,
    }),
    price: number({
      required: true,
      apiDescription: 'USD per price_unit; of the types 2 and 3 what is added to the curve.',
    }),
    price_unit: choice(gasUnits, { filled: true, apiDescription: "The supplier's, else dth." }),
    pricing_point: choice(['City Gate', 'Burner Tip'], { required: true }),
    index_curve: one('curves', {
      apiDescription: 'Required of the type 3; of the type 2 it is the NYMEX curve.',
    }),
    basis: number({ apiDescription: perUnit }),
    transport: number({ apiDescription: perUnit }),
    loss_percent: number({ min: 0, max: 50, apiDescription: 'Under 50; at City Gate only.' }),
    monthly_charge: number({ min: 0, apiDescription: 'USD per meter and month.' }),
    other_charge: number({ apiDescription: 'USD, once.' }),
    fee: number({
      apiDescription: "What the broker earns, USD per fee_unit; the opportunity's where none is sent.",
    }),
    fee_unit: choice(gasUnits, { filled: true }),
    fee_included: boolean({
      filled: true,
      apiDescription: "Whether the price includes the fee; as in the supplier's last quote where not sent.",
    }),
    swing: number({ min: 0, max: 1, apiDescription: 'A fraction; 1 never settles.' }),
    quote_kind: choice(['indicative', 'firm'], { default: 'indicative' }),
    quoted_at: timestamp({ filled: true, apiDescription: 'Now where none is sent.' }),
    valid_until: timestamp({
      filled: true,
      apiDescription: '17:00 of its business day, or of the next one, where none is sent.',
    }),
    supplier_reference: text(),
    notes: text({ max: 10_000, shape: 'lines' }),
    state: choice(quoteStates, {
      momentary: true,
      readOnly: true,
      required: true,
      apiDescription: 'As of the moment of the answer, or of `as_of`.',
    }),
    withdrawn_at: timestamp({ readOnly: true }),
    replaced_at: timestamp({ readOnly: true, apiDescription: 'When a later quote took its place.' }),
    lost_at: timestamp({ readOnly: true, apiDescription: 'When another quote of the bid was awarded.' }),
    awarded_at: timestamp({ readOnly: true }),
    awarded_by: one('users', { readOnly: true }),
    award_reason: text({ readOnly: true, max: 10_000, shape: 'lines' }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'supplier',
    'term',
    'pricing_type',
    'start_date',
    'quote_kind',
    'quoted_at',
    'valid_until',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: '-quoted_at',
  filters: ['bid', 'supplier', 'pricing_type', 'term', 'quote_kind'],
  trash: true,
})

/** The fields of a quote that its award does not freeze. */
export const unfrozenFields = ['supplier_reference', 'notes'] as const
