import { aBid } from '../../testing/builders'
import { aQuote, aSupplier, comparisonOf } from '../../testing/quotes'
import { createWorld } from '../../testing/world'
import { asMonths } from '../bids/volumes'
import { formulaLines } from './formula'

const hospital = [1800, 1550, 1200, 700, 400, 250, 200, 200, 300, 700, 1150, 1550]

const comparedOf = (quote: Parameters<typeof aQuote>[0], meter_count = 1) => {
  const world = createWorld()
  const bid = aBid({ meter_count, annual_volume: 10_000, start_date: '2027-01-01', ...asMonths(hospital) })
  world.tables.bids = [bid]
  world.tables.suppliers = [aSupplier()]
  world.tables.quotes = [aQuote({ fee: 0.12, fee_included: false, ...quote })]
  const [compared] = comparisonOf(world, 1, 'dth')
  if (!compared) throw new Error('The quote is compared.')
  return { compared }
}

/** The sum of the lines in ten thousandths, without those that are part of others. */
const sumOf = (lines: ReturnType<typeof formulaLines>) =>
  lines
    .filter(({ isIncluded }) => !isIncluded)
    .reduce((sum, { value }) => sum + Math.round((value ?? 0) * 10_000), 0)

describe('the formula of a price', () => {
  it('[QUO-6, QUO-7, WE-3] adds up, line by line, to the all-in price', () => {
    const { compared } = comparedOf({
      price: 3.99,
      pricing_point: 'City Gate',
      basis: 0.12,
      loss_percent: 2,
      transport: 0.08,
    })
    const lines = formulaLines(compared, 'dth')
    expect(lines.map(({ label, value }) => [label, value])).toEqual([
      ['Price', 3.99],
      ['Basis', 0.12],
      ['Losses', 0.0839],
      ['Transport', 0.08],
      ['Fee, on top', 0.12],
    ])
    expect(Math.abs(sumOf(lines) - Math.round((compared.all_in_price ?? 0) * 10_000))).toBeLessThanOrEqual(1)
  })

  it('[QUO-7, UNIT-2] shows what was quoted in another unit beside the unit shown', () => {
    const { compared } = comparedOf(
      { price: 0.405, price_unit: 'th', fee: 0.012, fee_unit: 'th', monthly_charge: 25 },
      4,
    )
    const lines = formulaLines(compared, 'dth')
    expect(lines).toContainEqual({ label: 'Price', value: 4.05, note: 'as quoted $0.405/th' })
    expect(lines).toContainEqual({ label: 'Fee, on top', value: 0.12, note: 'as quoted $0.012/th' })
    expect(lines).toContainEqual({
      label: 'Monthly charges',
      value: 0.12,
      note: '$25.00 × 4 meters × 12 months',
    })
  })

  it('[QUO-6] does not add a fee that the price includes', () => {
    const { compared } = comparedOf({ fee_included: true })
    expect(sumOf(formulaLines(compared, 'dth'))).toBe(40_500)
  })

  it('[QUO-7] leaves the fee out of the cost of a year', () => {
    const { compared } = comparedOf({ fee_included: true })
    expect([compared.annual_cost, compared.net_annual_cost]).toEqual([40_500, 39_300])
  })
})
