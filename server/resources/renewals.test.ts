import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { addDays, addMonthsToDay, daysBetween, marketDay } from '../../src/contract/gas/calendar'
import { renewalsPath, type RenewalTotals } from '../../src/contract/renewals'
import { createNoticeTasker } from './contractTasks'
import { startApi, type TestApi } from '../testing/api'
import { profileVolumes, putAccount, quoteMaker } from '../testing/gas'
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
/** Signs a contract, with an account of its own. */
const sign = async (made: Contract, signed_on: string) => {
  await putAccount(makers.record, made)
  return (await act(made, 'sign', { signed_on })).body
}
/** A signed contract of a month, whose last day is in so many days. */
const endingIn = async (days: number, change: Partial<Input<'contracts'>> = {}) => {
  const start_date = addMonthsToDay(addDays(day, days + 1), -1)
  return sign(await make({ start_date, term: 1, ...change }), '2026-01-05')
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
  await sign(await make({ start_date: '2031-06-01', term: 12, renews: renewed.contract_id }), '2026-01-06')
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

describe('tasks', () => {
  const today = marketDay(new Date().toISOString(), 'America/New_York')
  const tasksOf = async ({ organization }: Contract) =>
    (
      await get<ListAnswer<Row<'todos'>>>(
        `${contract.todos.path}?organizations=${organization}&ordering=name`,
      )
    ).results
  /** A signed contract of a year, whose last day of notice and whose first one are in so many days. */
  const noticed = async (by: number, opens: number, change: Partial<Input<'contracts'>> = {}) => {
    const end = addDays(today, 200)
    const made = await make({
      start_date: addMonthsToDay(addDays(end, 1), -12),
      term: 12,
      notice_kind: 'calendar',
      ...change,
    })
    const { end_date } = made
    const away = (days: number) => daysBetween(addDays(today, days), end_date ?? end)
    await api.asBroker('PATCH', `${path}${made.contract_id}/`, {
      notice_days: away(by),
      notice_open_days: away(opens),
    })
    return sign(made, '2026-01-05')
  }

  test('[CTR-8] are made once at the first day of notice and two weeks before the last one', async () => {
    const { opportunity_id } = await makers.record('opportunities', { sales_represented: 'customer' })
    const { user: customer } = await api.signIn('customer')
    const made = await noticed(10, -2, { contract_number: 'Alder 1', opportunity: opportunity_id })
    await until(async () => (await tasksOf(made)).length === 2)
    const [opened, renew] = await tasksOf(made)
    expect(opened).toMatchObject({
      name: expect.stringMatching(/^Notice has opened: contract Alder 1 with Organization/) as unknown,
      assignee: customer.id,
      due_date: addDays(today, 3),
      status: 'todo',
      organizations: [made.organization],
    })
    expect(renew).toMatchObject({
      name: expect.stringMatching(/^Renew by 20\d\d-/) as unknown,
      assignee: customer.id,
      due_date: made.notice_by,
    })
    // Neither one that is done nor one that is deleted is made again, by this server or another one.
    await api.asBroker('PATCH', `${contract.todos.path}${opened?.id}/`, { status: 'done' })
    await api.asBroker('DELETE', `${contract.todos.path}${renew?.id}/`)
    const taskers = [0, 1].map(() =>
      createNoticeTasker(api.database, (error) => {
        throw error
      }),
    )
    const others = await noticed(10, -2)
    for (const tasker of taskers) tasker.wake()
    await until(async () => (await tasksOf(others)).length === 2)
    for (const tasker of taskers) await tasker.stop()
    expect(await tasksOf(others)).toHaveLength(2)
    expect((await tasksOf(made)).map(({ id }) => id)).toEqual([opened?.id])
  })

  test('[CTR-8] are of the creator where no user is the sales person, and of open notices alone', async () => {
    const { opportunity_id } = await makers.record('opportunities', { sales_represented: 'Jo Unknown' })
    const { user: broker } = await api.signIn('broker')
    // Back to a business day it is still more than two weeks away.
    const early = await noticed(20, 1)
    const late = await noticed(-5, -40)
    const old = await noticed(60, -15)
    const draft = await make({ start_date: addMonthsToDay(today, -6), term: 12, notice_open_days: 365 })
    const mine = await noticed(60, -14, { opportunity: opportunity_id })
    await until(async () => (await tasksOf(mine)).length > 0)
    expect(await tasksOf(mine)).toMatchObject([{ assignee: broker.id }])
    for (const none of [early, late, old, draft]) expect(await tasksOf(none)).toEqual([])
  })
})
