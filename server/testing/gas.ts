/** What tests of quotes share: the profile and the curve of the specification's worked examples. */
import type { Input, Row } from '../../src/contract'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import type { TestApi } from './api'
import { recordMaker, type MakeRecord } from './records'

/** Profile H: 10,000 dth a year, January first. */
const profile = [1800, 1550, 1200, 700, 400, 200, 150, 150, 250, 700, 1200, 1700]
/** Strip N: NYMEX of 2027 on 2026-11-25. */
export const strip2027 = [4.61, 4.48, 4.05, 3.62, 3.54, 3.6, 3.69, 3.72, 3.7, 3.78, 4.12, 4.55]

export const profileVolumes = Object.fromEntries(
  monthlyVolumes.map((field, index) => [field, profile[index] ?? 0]),
) as Record<(typeof monthlyVolumes)[number], number>

/** Puts a utility account of its own under a contract, which can be signed then. */
export async function putAccount(
  record: MakeRecord,
  { contract_id, organization }: Pick<Row<'contracts'>, 'contract_id' | 'organization'>,
): Promise<Row<'contractAccounts'>> {
  const { utility_id } = await record('utilities')
  const { utility_state_id } = await record('utilityStates', { utility: utility_id, state: 36 })
  const { utility_account_id } = await record('utilityAccounts', {
    organization,
    utility_state: utility_state_id,
  })
  return record('contractAccounts', { contract: contract_id, utility_account: utility_account_id })
}

/** Makes bids of a deal of their own, and quotes that are open. */
export function quoteMaker(api: TestApi) {
  const record = recordMaker(api)
  const makeBid = async (change: Partial<Input<'bids'>> = {}, deal: Partial<Input<'opportunities'>> = {}) => {
    const { opportunity_id } = await record('opportunities', deal)
    const { organization_id } = await record('organizations')
    const { utility_id } = await record('utilities')
    const { utility_state_id } = await record('utilityStates', { utility: utility_id, state: 36 })
    const bid = await record('bids', {
      opportunity: opportunity_id,
      legal_entity: organization_id,
      utility_state: utility_state_id,
      annual_volume: 10_000,
      ...profileVolumes,
      start_date: '2027-01-01',
      meter_count: 1,
      ...change,
    })
    return { ...bid, utility: utility_id }
  }
  const makeQuote = async (
    bid: Pick<Row<'bids'>, 'bid_id'>,
    change: Partial<Input<'quotes'>> = {},
  ): Promise<Row<'quotes'>> => {
    const supplier = change.supplier ?? (await record('suppliers')).supplier_id
    return record('quotes', {
      bid: bid.bid_id,
      valid_until: '2099-01-01T22:00:00Z',
      ...change,
      supplier,
    })
  }
  /** A curve with prices of 2027, January first. */
  const makeCurve = async (
    prices: readonly number[],
    change: Partial<Input<'curves'>> = {},
    trade_date = '2026-11-25',
  ) => {
    const curve = await record('curves', change)
    for (const [index, price] of prices.entries())
      await record('curvePoints', {
        curve: curve.curve_id,
        trade_date,
        delivery_month: `2027-${String(index + 1).padStart(2, '0')}`,
        price,
      })
    return curve
  }
  return { record, makeBid, makeQuote, makeCurve }
}
