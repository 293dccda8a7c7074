import type { Row } from '../../../src/contract'

type Terms = Pick<
  Row<'suppliers'>,
  'price_unit' | 'pricing_point' | 'commission_model' | 'upfront_percent' | 'paid_at' | 'lag_months'
> &
  Pick<
    Row<'suppliers'>,
    'clawback_rule' | 'clawback_within_months' | 'tolerance_amount' | 'tolerance_percent'
  >

const residual = (lag_months: number): Terms => ({
  price_unit: 'dth',
  pricing_point: 'City Gate',
  commission_model: 'residual',
  upfront_percent: null,
  paid_at: null,
  lag_months,
  clawback_rule: 'none',
  clawback_within_months: null,
  tolerance_amount: 1,
  tolerance_percent: 2,
})
const upfront = (paid_at: Terms['paid_at'], clawback_rule: Terms['clawback_rule']): Terms => ({
  ...residual(1),
  commission_model: 'upfront',
  upfront_percent: 100,
  paid_at,
  clawback_rule,
  clawback_within_months: 0,
})
const hybrid = (upfront_percent: number): Terms => ({
  ...upfront('flow_start', 'pro_rata_months'),
  commission_model: 'hybrid',
  upfront_percent,
})

interface SupplierWords extends Terms {
  name: string
  status: Row<'suppliers'>['status']
}
const supplier = (name: string, terms: Terms, change: Partial<SupplierWords> = {}): SupplierWords => ({
  name,
  status: 'active',
  ...terms,
  ...change,
})

/** All are fictitious. */
export const supplierWords: readonly SupplierWords[] = [
  supplier('Copperlamp Energy', residual(2)),
  supplier('Three Herons Gas Supply', residual(1), { price_unit: 'th', pricing_point: 'Burner Tip' }),
  supplier('Millrace Natural Gas', upfront('signing', 'pro_rata_months'), { price_unit: 'mcf' }),
  supplier('Ashford Bell Energy', hybrid(60), { price_unit: 'ccf', pricing_point: 'Burner Tip' }),
  supplier('Pinnacle Creek Supply', residual(3), { pricing_point: 'Burner Tip' }),
  supplier('Lantern Hill Gas', upfront('flow_start', 'pro_rata_volume')),
  supplier('Greyfield Energy Marketing', residual(2)),
  supplier('Saltmarsh Fuels', hybrid(50), { price_unit: 'th' }),
  supplier('Oxbow Commodity Supply', residual(1)),
  supplier('Tallgrass Meadow Gas', upfront('signing', 'full'), { pricing_point: 'Burner Tip' }),
  supplier('Kingsley Row Energy', residual(2), { tolerance_amount: 5 }),
  supplier('Foxglove Gas Partners', hybrid(40), { price_unit: 'mcf' }),
  supplier('Brightwater Retail Gas', residual(2), { pricing_point: 'Burner Tip' }),
  supplier('Old Quarry Energy', residual(4), { status: 'inactive' }),
]

/** Reasons for an award. */
export const awardReasons = [
  'Best all-in price for the term.',
  'The customer prefers a bandwidth of 100 %.',
  'Fixed price wanted, although the index is cheaper today.',
  'Best offer of an approved supplier.',
]
