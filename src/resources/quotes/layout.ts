import type { Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../kit/layout'

/** The writable fields of a quote: those of each one, and the others (QUO-2). */
export const layout = defineLayout(
  'quotes',
  {
    offer: {
      title: 'Offer',
      fields: [
        'supplier',
        'pricing_type',
        'index_curve',
        'term',
        'price',
        'price_unit',
        'pricing_point',
        'fee',
        'fee_unit',
        'fee_included',
        'quote_kind',
        'valid_until',
      ],
    },
    more: {
      title: 'Charges, dates and notes',
      fields: [
        'start_date',
        'quoted_at',
        'basis',
        'transport',
        'loss_percent',
        'monthly_charge',
        'other_charge',
        'swing',
        'supplier_reference',
        'notes',
      ],
    },
  },
  ['bid'],
)

/** The form's values of a quote. */
export type QuoteValues = ValuesOf<typeof layout>

export const schema = layoutSchema(layout)

/** Whether a quote of this type rests on a curve. */
export const restsOnCurve = (pricingType: unknown): boolean =>
  typeof pricingType === 'number' && pricingType !== pricingTypes.fixed

/** What a quote begins with: what its bid asks for, and the fee of the opportunity (QUO-3). */
export const newQuote = (
  bid: Row<'bids'>,
  opportunity: Row<'opportunities'> | undefined,
): Partial<Row<'quotes'>> => ({
  pricing_type: bid.pricing_type[0] ?? pricingTypes.fixed,
  ...(bid.terms[0] !== undefined && { term: bid.terms[0] }),
  ...(bid.start_date !== null && { start_date: bid.start_date }),
  ...(bid.pricing_point !== null && { pricing_point: bid.pricing_point }),
  price_unit: 'dth',
  fee: opportunity?.broker_fee ?? null,
  fee_unit: opportunity?.dekatherms === false ? 'th' : 'dth',
})

/** What a copy of a quote for another term does not take over. */
const notCopied: readonly string[] = ['term', 'quoted_at', 'valid_until', 'supplier_reference']

/** What a copy of a quote for another term begins with (QUO-9). */
export const copyOf = (quote: Row<'quotes'>): Partial<Row<'quotes'>> =>
  Object.fromEntries(Object.entries(quote).filter(([name]) => !notCopied.includes(name)))

export const valuesFrom = (row: Partial<Row<'quotes'>> | undefined): QuoteValues => layoutValues(layout, row)
