import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { addDays, addMonthsToDay } from '../../src/contract/gas/calendar'
import { renewalsPath, type RenewalTotals } from '../../src/contract/renewals'
import { startApi, type TestApi } from '../testing/api'
import { profileVolumes, quoteMaker } from '../testing/gas'
import { until } from '../testing/until'

type Contract = Row<'contracts'>

const { path } = contract.contracts
/** A day of its own for the sums, on which no contract of another test ends soon. */
const day = '2031-01-01'

let api: TestApi
let makers: ReturnType<typeof quoteMaker>
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
})
afterAll(() => api.close())

const get = async <T>(address: string) => (await api.asBroker<T>('GET', address)).body
const act = (of: Contract, action: string, body: object) =>
  api.asBroker<Contract & ErrorAnswer>('POST', `${path}${of.contract_id}/${action}/`, body)
const make = async (change: Partial<Input<'contracts'>> = {}) => {
  const { organization_id } = await makers.record('organizations')
  const { supplier_id } = await makers.record('suppliers')
  return makers.record('contracts', { organization: organization_id, supplier: supplier_id, ...change })
}
/** A signed contract of a month, whose last day is in so many days. */
const endingIn = async (days: number, change: Partial<Input<'contracts'>> = {}) => {
  const start_date = addMonthsToDay(addDays(day, days + 1), -1)
  const made = await make({ start_date, term: 1, ...change })
  const { body } = await act(made, 'sign', { signed_on: '2030-01-01' })
  return body
}
const totals = async (query = '') =>
  (await get<ListAnswer<RenewalTotals>>(`${renewalsPath}?as_of=${day}${query}`)).results
const idsAtStake = async (query = '') =>
  (await get<ListAnswer<Contract>>(`${path}?as_of=${day}&at_stake=true${query}`)).results.map(
    ({ contract_id }) => contract_id,
  )

test('[CTR-8] a contract knows what a year of it burns and earns, by the heat content of its utility', async () => {
  const known = { fee: 0.015, fee_unit: 'th', ...profileVolumes } as const
  expect(await make(known)).toMatchObject({ annual_dth: 10_000, yearly_fee: 1_500 })
  expect(await make({ ...known, july_volume: null })).toMatchObject({ annual_dth: null, yearly_fee: null })
  const { utility_id } = await makers.record('utilities')
  const { utility_state_id } = await makers.record('utilityStates', { utility: utility_id, state: 36 })
  const inVolume = { ...known, utility_state: utility_state_id, volume_unit: 'mcf', fee_unit: 'dth' } as const
  const metered = await make(inVolume)
  expect(metered).toMatchObject({ annual_dth: 10_370, yearly_fee: 155.55 })
  await makers.record('heatContents', { utility: utility_id, valid_from: '2020-01-01', mmbtu_per_mcf: 1.02 })
  const now = () => get<Contract>(`${path}${metered.contract_id}/`)
  await until(async () => (await now()).annual_dth === 10_200)
  expect(await now()).toMatchObject({ yearly_fee: 153 })
})

test('[CTR-8] what is at stake is summed up by bucket, and listed with the same filters', async () => {
  const notice = { notice_days: 20 } as const
  const volumes = { fee: 0.1, ...profileVolumes } as const
  const { opportunity_id } = await makers.record('opportunities', { sales_represented: 'Jo Fields' })
  const first = await endingIn(30, { ...volumes, ...notice, opportunity: opportunity_id })
  const second = await endingIn(31, volumes)
  const last = await endingIn(180, { fee: 0.1 })
  const renewed = await endingIn(40, volumes)
  await act(await make({ start_date: '2031-06-01', term: 12, renews: renewed.contract_id }), 'sign', {
    signed_on: '2030-12-01',
  })
  const early = await endingIn(50, volumes)
  await act(early, 'terminate', { terminated_on: early.end_date, reason: 'Closed' })
  await make({ start_date: addDays(day, 10), term: 1, ...volumes })
  for (const days of [-1, 181]) await endingIn(days, volumes)

  const none = { contracts: 0, annual_dth: 0, yearly_fee: 0, without_volume: 0, notice_soon: 0 }
  const whole = { ...none, contracts: 1, annual_dth: 10_000, yearly_fee: 1_000 }
  expect(await totals()).toEqual([
    { ...whole, bucket: 30, notice_soon: 1 },
    { ...whole, bucket: 60 },
    { ...none, bucket: 90 },
    { ...none, bucket: 180, contracts: 1, without_volume: 1 },
  ])
  expect(await idsAtStake()).toEqual([first, second, last].map(({ contract_id }) => contract_id))
  const { supplier } = second
  for (const [query, found] of [
    ['&sales_represented=jo%20fie', first],
    [`&supplier=${supplier}`, second],
    [`&organization=${last.organization}`, last],
    ['&bucket=180', last],
  ] as const) {
    expect([query, await idsAtStake(query)]).toEqual([query, [found.contract_id]])
    const counted = (await totals(query)).map(({ contracts }) => contracts)
    expect([query, counted.filter((count) => count > 0)]).toEqual([query, [1]])
  }
  const wrong = await api.asBroker('GET', `${path}?at_stake=maybe`)
  expect([wrong.status, wrong.body.detail]).toEqual([400, 'at_stake: It can be true.'])
})

test('[CTR-8, GAS-4] users of the type customer see no fee at stake', async () => {
  const { access } = await api.signIn('customer')
  const { body } = await api.send<ListAnswer<RenewalTotals>>('GET', renewalsPath, { token: access })
  expect(body.results.map(({ yearly_fee }) => yearly_fee)).toEqual([null, null, null, null])
  const made = await make({ fee: 0.1, ...profileVolumes })
  const { body: seen } = await api.send<Contract>('GET', `${path}${made.contract_id}/`, { token: access })
  expect(seen).toMatchObject({ annual_dth: 10_000, yearly_fee: null })
})
