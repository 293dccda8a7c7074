import type { QuoteState } from '../../contract/gas/quotes'
import { pricingTypeName, swingName, termName } from '../bids/names'
import { defineFieldMeta, excludedFields, stampFieldMeta, type Known } from '../kit/fieldMeta'

/** The default unit is dekatherms. */
const perPriceUnit = ({ price_unit }: Known<'quotes'>) => `per ${price_unit ?? 'dth'}`

/** The names of the states of quotes (QUO-5). */
export const stateNames: Readonly<Record<QuoteState, string>> = {
  open: 'Open',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
  awarded: 'Awarded',
  lost: 'Lost',
}

/** Metadata of the fields of quotes. */
export const quoteFieldMeta = defineFieldMeta('quotes', {
  quote_id: excludedFields,
  bid: { label: 'Bid' },
  supplier: { label: 'Supplier' },
  pricing_type: { label: 'Pricing Type', nameOf: pricingTypeName },
  term: {
    label: 'Term',
    unit: () => 'months',
    show: ({ term }) => typeof term === 'number' && termName(term),
  },
  start_date: { label: 'Start Date', format: 'day' },
  price: { label: 'Price', prefix: '$', unit: perPriceUnit },
  price_unit: { label: 'Price Unit' },
  pricing_point: { label: 'Pricing Point' },
  index_curve: { label: 'Curve', help: 'Required for index; NYMEX+ rests on the NYMEX curve.' },
  basis: { label: 'Basis', prefix: '$', unit: perPriceUnit },
  transport: { label: 'Transport', prefix: '$', unit: perPriceUnit },
  loss_percent: { label: 'Losses', unit: () => '%', help: 'At City Gate only.' },
  monthly_charge: { label: 'Monthly Charge', prefix: '$', unit: () => 'per meter' },
  other_charge: { label: 'Other Charge', prefix: '$', unit: () => 'once' },
  fee: { label: 'Fee', prefix: '$', unit: ({ fee_unit }) => `per ${fee_unit ?? 'dth'}` },
  fee_unit: { label: 'Fee Unit' },
  fee_included: {
    label: 'Fee Is',
    nameOf: (isIncluded: boolean) => (isIncluded ? 'Included in the price' : 'On top'),
  },
  swing: { label: 'Swing', help: 'A fraction: 0.1 is 10%, 1 never settles.', show: shownSwing },
  quote_kind: {
    label: 'Kind',
    nameOf: (kind: 'indicative' | 'firm') => (kind === 'firm' ? 'Firm' : 'Indicative'),
  },
  quoted_at: { label: 'Quoted At' },
  valid_until: {
    label: 'Valid Until',
    help: 'Empty: 17:00 of its business day, by the clock of the market.',
  },
  supplier_reference: { label: 'Supplier Reference' },
  notes: { label: 'Notes', wide: true },
  state: { label: 'State', nameOf: (state: QuoteState) => stateNames[state] },
  withdrawn_at: { label: 'Withdrawn At' },
  replaced_at: { label: 'Replaced At' },
  lost_at: { label: 'Lost At' },
  awarded_at: { label: 'Awarded At' },
  awarded_by: { label: 'Awarded By' },
  award_reason: { label: 'Reason of the Award' },
  ...stampFieldMeta,
})

function shownSwing({ swing }: Known<'quotes'>) {
  return typeof swing === 'number' && swingName(swing)
}
