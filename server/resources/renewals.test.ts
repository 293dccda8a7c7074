import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { addDays, addMonthsToDay, daysBetween, marketDay } from '../../src/contract/gas/calendar'
import { notificationsPath, type NotificationsAnswer } from '../../src/contract/notifications'
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

  /** A contract whose two tasks are there: its last day of notice is within two weeks, its first one has come. */
  const withTasks = async (change: Partial<Input<'contracts'>> = {}) => {
    const made = await noticed(10, -2, change)
    await until(async () => (await tasksOf(made)).length === 2)
    const [opened, renew] = await tasksOf(made)
    return { made, opened: opened?.id ?? 0, renew: renew?.id ?? 0 }
  }
  const patch = (of: Contract, change: Partial<Input<'contracts'>>) =>
    api.asBroker<Contract>('PATCH', `${path}${of.contract_id}/`, change)
  /** Has the last day of notice be in so many days, or before, where that is no business day. */
  const move = async (of: Contract, days: number) => {
    const { body } = await patch(of, { notice_days: daysBetween(addDays(today, days), of.end_date ?? '') })
    return body.notice_by ?? ''
  }
  const idsOf = async (of: Contract) => (await tasksOf(of)).map(({ id }) => id)
  /** Waits until the server has made what there is to make: a contract that has come later has its tasks. */
  const settled = () => withTasks()

  test('[CTR-6, CTR-8] follow the days of notice as long as they are open, and the bell with them', async () => {
    const { opportunity_id } = await makers.record('opportunities', { sales_represented: 'broker' })
    const { made, opened, renew } = await withTasks({ opportunity: opportunity_id })
    const tasks = contract.todos.path
    await api.asBroker('PATCH', `${tasks}${opened}/`, {
      name: 'Notice has opened: call Jo',
      status: 'in_progress',
    })
    const soon = await move(made, 5)
    expect(soon).not.toBe(made.notice_by)
    const after = await tasksOf(made)
    expect(after).toMatchObject([
      { id: opened, name: 'Notice has opened: call Jo', due_date: addDays(today, 3), status: 'in_progress' },
      { id: renew, due_date: soon, status: 'todo', organizations: [made.organization] },
    ])
    expect(after[1]?.name).toMatch(new RegExp(`^Renew by ${soon}: contract ${made.contract_number} with `))
    for (const { description } of after)
      expect(description).toContain(`ends on ${made.end_date}. Notice can be given until ${soon}.`)
    const { results: told } = await get<NotificationsAnswer>(notificationsPath)
    expect(told.map(({ kind, record }) => [kind, record?.name])).toContainEqual(['assigned', after[1]?.name])
    // What people have written into a name stays, but for the day.
    await api.asBroker('PATCH', `${tasks}${renew}/`, { name: `Renew by ${soon} at the latest` })
    await patch(made, { notice_open_days: daysBetween(addDays(today, -1), made.end_date ?? '') })
    const later = await move(made, 12)
    expect(await tasksOf(made)).toMatchObject([
      { id: opened, due_date: addDays(today, 4) },
      { id: renew, name: `Renew by ${later} at the latest`, due_date: later },
    ])
  })

  test('[CTR-6, CTR-8] follow a holiday on the last day of notice', async () => {
    const { made, renew } = await withTasks()
    const { access } = await api.signIn('team')
    const { path: holidays } = contract.marketHolidays
    const { body } = await api.send<Row<'marketHolidays'>>('POST', holidays, {
      token: access,
      body: { day: made.notice_by, name: 'Day of the Meter' },
    })
    const dueOf = async () => (await tasksOf(made)).find(({ id }) => id === renew)?.due_date ?? ''
    await until(async () => (await dueOf()) < (made.notice_by ?? ''))
    const now = await get<Contract>(`${path}${made.contract_id}/`)
    expect([await dueOf(), now.notice_by]).toEqual([now.notice_by, now.notice_by])
    await api.send('DELETE', `${holidays}${body.holiday_id}/`, { token: access })
    await until(async () => (await dueOf()) === made.notice_by)
  })

  test('[CTR-6, CTR-8] go where the days of notice are not there yet or over, and are made when they come', async () => {
    const { made, opened, renew } = await withTasks()
    await move(made, 40)
    await settled()
    expect(await idsOf(made)).toEqual([opened])
    await patch(made, { notice_open_days: 1 })
    expect(await idsOf(made)).toEqual([])
    const soon = await move(made, 8)
    await until(async () => (await idsOf(made)).length === 1)
    const [again] = await tasksOf(made)
    expect(again).toMatchObject({ due_date: soon })
    expect(again?.id).not.toBe(renew)
    await move(made, -3)
    expect(await idsOf(made)).toEqual([])
  })

  test('[CTR-2, CTR-8] follow an amended end, and are made anew for one that is not there yet', async () => {
    const { made, opened, renew } = await withTasks()
    const amend = async (fields: Partial<Contract>) =>
      (await act(made, 'amend', { effective_on: today, reason: 'Other days', fields })).body
    const earlier = await amend({ start_date: addDays(made.start_date ?? '', -2) })
    expect(earlier.end_date).not.toBe(made.end_date)
    await settled()
    expect(await tasksOf(made)).toMatchObject([
      { id: opened, due_date: addDays(today, 1) },
      { id: renew, due_date: earlier.notice_by },
    ])
    await api.asBroker('PATCH', `${contract.todos.path}${opened}/`, { status: 'done' })
    const longer = await amend({ term: 14 })
    await settled()
    expect(await idsOf(made)).toEqual([opened])
    const soon = await move(longer, 10)
    await until(async () => (await idsOf(made)).length === 2)
    expect((await tasksOf(made))[1]).toMatchObject({ due_date: soon })
    expect(await idsOf(made)).not.toContain(renew)
  })

  test('[CTR-8] one that is done is not made again for another day of the same end', async () => {
    const { made, opened, renew } = await withTasks()
    await api.asBroker('PATCH', `${contract.todos.path}${renew}/`, { status: 'done' })
    await move(made, 5)
    await settled()
    expect(await tasksOf(made)).toMatchObject([
      { id: opened },
      { id: renew, status: 'done', due_date: made.notice_by },
    ])
  })

  test('[CTR-8, CTR-10] go with a contract that is terminated or renewed, but for those that are done', async () => {
    const ended = await withTasks()
    await api.asBroker('PATCH', `${contract.todos.path}${ended.opened}/`, { status: 'done' })
    await act(ended.made, 'terminate', { terminated_on: today, reason: 'Closed' })
    expect(await idsOf(ended.made)).toEqual([ended.opened])
    const { made } = await withTasks()
    const renewal = await make({
      start_date: addDays(made.end_date ?? '', 1),
      term: 12,
      renews: made.contract_id,
    })
    expect(await idsOf(made)).toHaveLength(2)
    await sign(renewal, '2026-01-06')
    expect(await idsOf(made)).toEqual([])
    // Without the renewal there is a contract to renew again.
    await patch(renewal, { renews: null })
    await until(async () => (await idsOf(made)).length === 2)
  })
})
