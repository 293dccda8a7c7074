import { CompiledQuery } from 'kysely'
import { contract, type Input, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { addDays, addMonths } from '../../src/contract/gas/calendar'
import {
  loadProfilePath,
  usageFindingsPath,
  usageMonthsPath,
  type LoadProfileAnswer,
  type UsageFindings,
  type UsageMonthAnswer,
} from '../../src/contract/usage'
import { startApi, type TestApi } from '../testing/api'
import { quoteMaker } from '../testing/gas'
import { until } from '../testing/until'

let api: TestApi
let makers: ReturnType<typeof quoteMaker>
let listener: ((statement: string) => void) | undefined
beforeAll(async () => {
  api = await startApi({}, (statement) => listener?.(statement))
  makers = quoteMaker(api)
})
afterAll(() => api.close())

type Account = Row<'utilityAccounts'>
type Meter = Row<'meters'>
type Period = Row<'billPeriods'>

const periods = contract.billPeriods.path
const accounts = contract.utilityAccounts.path
const meters = contract.meters.path

/** A service of a utility of its own. */
async function service() {
  const { utility_id } = await makers.record('utilities')
  const { utility_state_id } = await makers.record('utilityStates', { utility: utility_id, state: 36 })
  return { utility: utility_id, utility_state: utility_state_id }
}

async function account(change: Partial<Input<'utilityAccounts'>> = {}): Promise<Account> {
  const organization = change.organization ?? (await makers.record('organizations')).organization_id
  const utility_state = change.utility_state ?? (await service()).utility_state
  return makers.record('utilityAccounts', { ...change, organization, utility_state })
}

async function meter(change: Partial<Input<'meters'>> = {}): Promise<Meter> {
  const utility_account = change.utility_account ?? (await account()).utility_account_id
  return makers.record('meters', { ...change, utility_account })
}

const post = (body: Partial<Input<'billPeriods'>>) =>
  api.asBroker<Period & ErrorAnswer>('POST', periods, body)
const bill = (of: Meter, read_from: string, read_to: string, quantity: number, more = {}) =>
  post({ meter: of.meter_id, read_from, read_to, quantity, ...more })
const read = async <T>(path: string) => (await api.asBroker<T>('GET', path)).body
const monthsOf = async (query: string) => {
  const { results } = await read<ListAnswer<UsageMonthAnswer>>(`${usageMonthsPath}?${query}`)
  return results.map(({ month, volume }) => [month, volume])
}
const profileOf = (query: string) => read<LoadProfileAnswer>(`${loadProfilePath}?${query}`)

/** Bills whole months, each of so many dekatherms. */
async function billMonths(of: Meter, first: string, volumes: readonly number[]) {
  for (const [index, quantity] of volumes.entries()) {
    const month = addMonths(first, index)
    const { status } = await bill(of, `${month}-01`, `${addMonths(month, 1)}-01`, quantity, { unit: 'dth' })
    expect(status).toBe(201)
  }
}

test('[USE-1] the number of an account is one of its own at its utility, without spaces and hyphens', async () => {
  const { utility, utility_state } = await service()
  const other = await makers.record('utilityStates', { utility, state: 38 })
  const first = await account({ utility_state, account_number: '00-12 345' })
  expect(first).toMatchObject({ account_number: '00-12 345', status: 'active' })
  const same = { organization: first.organization, account_number: '0012345' }
  const twice = await api.asBroker('POST', accounts, { ...same, utility_state: other.utility_state_id })
  expect([twice.status, twice.body.fields]).toEqual([
    409,
    { account_number: 'This utility has an account with this number already.' },
  ])
  await account({ account_number: '0012345' })
  await api.asBroker('DELETE', `${accounts}${first.utility_account_id}/`)
  await account({ ...same, utility_state })
  const back = await api.asBroker('POST', `${accounts}${first.utility_account_id}/restore/`)
  expect(back.status).toBe(409)
  const found = await read<ListAnswer<Account>>(`${accounts}?utility_state=${utility_state}`)
  expect(found.results.map(({ account_number }) => account_number)).toEqual(['0012345'])
})

test('[USE-2] a meter number is one of its own at the utility; a replaced meter adds to the account', async () => {
  const { utility_account_id } = await account()
  const old = await meter({
    utility_account: utility_account_id,
    meter_number: 'A-1',
    removed_on: '2025-01-11',
  })
  const twice = await api.asBroker('POST', meters, {
    utility_account: utility_account_id,
    meter_number: 'A 1',
    unit: 'th',
  })
  expect(twice.status).toBe(409)
  const next = await meter({ utility_account: utility_account_id, installed_on: '2025-01-11' })
  await bill(old, '2025-01-01', '2025-01-11', 10)
  await bill(next, '2025-01-11', '2025-02-01', 21)
  expect(await monthsOf(`utility_account=${utility_account_id}`)).toEqual([['2025-01', 31]])
  // Without the end of the old one it would have to be read on.
  await api.asBroker('PATCH', `${meters}${old.meter_id}/`, { removed_on: null })
  const { results } = await read<ListAnswer<UsageMonthAnswer>>(
    `${usageMonthsPath}?utility_account=${utility_account_id}`,
  )
  expect(results).toMatchObject([{ days_covered: 10, coverage: 0.3226 }])
})

test('[USE-3, USE-6, WE-9] a period is stored with its volume and days, and shared among its months', async () => {
  const of = await meter({ unit: 'th' })
  const { body } = await bill(of, '2025-09-12', '2025-10-14', 3_200)
  expect(body).toMatchObject({
    unit: 'th',
    volume_dth: 320,
    days: 32,
    read_type: 'actual',
    status: 'current',
    source: 'manual',
  })
  expect(await monthsOf(`meter=${of.meter_id}`)).toEqual([
    ['2025-09', 190],
    ['2025-10', 130],
  ])
})

test('[USE-3] days that no period can have are refused', async () => {
  const of = await meter()
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 3)
  for (const [from, to] of [
    ['2025-09-12', '2025-09-12'],
    ['2025-09-12', '2025-12-22'],
    [addDays(tomorrow, -20), tomorrow],
  ] as const) {
    const { status, body } = await bill(of, from, to, 1)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['read_to']])
  }
  expect((await bill(of, '2025-09-12', '2025-12-21', 1)).status).toBe(201)
  expect((await bill(of, '2026-01-01', '2026-02-01', -1)).status).toBe(400)
})

test('[USE-4, USE-7, WE-12] overlaps are refused, and a gap is told with an estimate', async () => {
  const of = await meter()
  await bill(of, '2025-09-12', '2025-10-14', 320)
  await bill(of, '2025-10-20', '2025-11-18', 290)
  const { status, body } = await bill(of, '2025-10-10', '2025-11-09', 1)
  expect([status, body.detail]).toEqual([400, 'Overlaps 2025-09-12 to 2025-10-14.'])
  const { results } = await read<ListAnswer<UsageMonthAnswer>>(
    `${usageMonthsPath}?meter=${of.meter_id}&month_from=2025-10&month_to=2025-10`,
  )
  expect(results).toEqual([
    { month: '2025-10', volume: 250, days_covered: 25, coverage: 0.8065, estimated: false },
  ])
  const findings = () => read<UsageFindings>(usageFindingsPath(of.utility_account))
  const gap = { meter: of.meter_id, from: '2025-10-14', to: '2025-10-19', days: 6 }
  expect(await findings()).toEqual({ gaps: [{ ...gap, estimate: null }], long_periods: [], outliers: [] })
  await bill(of, '2024-10-01', '2024-11-01', 310)
  expect((await findings()).gaps[1]).toEqual({ ...gap, estimate: 60 })
})

test('[USE-7] days between a replaced meter and its successor are a gap, which an estimate fills', async () => {
  const { utility_account_id: utility_account } = await account()
  const findings = async () => (await read<UsageFindings>(usageFindingsPath(utility_account))).gaps
  const old = await meter({ utility_account, removed_on: '2025-06-15' })
  await bill(old, '2024-06-01', '2024-07-01', 300)
  await bill(old, '2024-07-01', '2024-07-20', 190)
  await bill(old, '2025-05-15', '2025-06-15', 310)
  const next = await meter({ utility_account, installed_on: '2025-06-15' })
  // One that runs beside them all the time, and one that was added.
  const beside = await meter({ utility_account })
  await bill(beside, '2025-05-01', '2025-07-01', 61)
  const added = await meter({ utility_account, installed_on: '2025-06-20' })
  await bill(added, '2025-06-25', '2025-07-01', 61)
  expect((await findings()).filter(({ meter }) => meter !== old.meter_id)).toEqual([])
  await bill(next, '2025-06-20', '2025-07-20', 300)
  const gap = { meter: next.meter_id, from: '2025-06-15', to: '2025-06-19', days: 5, estimate: 50 }
  expect((await findings()).filter(({ meter }) => meter !== old.meter_id)).toEqual([gap])
  const { status } = await bill(next, gap.from, addDays(gap.to, 1), gap.estimate, { read_type: 'estimated' })
  expect(status).toBe(201)
  expect((await findings()).filter(({ meter }) => meter !== old.meter_id)).toEqual([])
})

test('[USE-5, WE-13] a rebill cancels the period that it takes the place of; both stay', async () => {
  const of = await meter({ unit: 'th' })
  const { body: first } = await bill(of, '2025-09-12', '2025-10-14', 3_200)
  const again = await bill(of, '2025-09-12', '2025-10-14', 3_520, { cancels: first.bill_period_id })
  expect([again.status, again.body.cancels]).toEqual([201, first.bill_period_id])
  expect(await monthsOf(`meter=${of.meter_id}`)).toEqual([
    ['2025-09', 209],
    ['2025-10', 143],
  ])
  const { results } = await read<ListAnswer<Period>>(`${periods}?meter=${of.meter_id}&ordering=created_at`)
  expect(results.map(({ status, version }) => [status, version])).toEqual([
    ['cancelled', 2],
    ['current', 1],
  ])
  const stranger = await bill(await meter(), '2025-01-01', '2025-02-01', 1, { cancels: first.bill_period_id })
  expect([stranger.status, Object.keys(stranger.body.fields ?? {})]).toEqual([400, ['cancels']])
  // What is cancelled comes back only where its days are free.
  const back = await api.asBroker('PATCH', `${periods}${first.bill_period_id}/`, { status: 'current' })
  expect(back.status).toBe(400)
})

test('[GAS-3] periods are never deleted alone; they go with their meter and account, and come back', async () => {
  const of = await meter()
  const { body } = await bill(of, '2025-09-01', '2025-10-01', 30)
  const one = `${periods}${body.bill_period_id}/`
  expect((await api.asBroker('DELETE', one)).status).toBe(405)
  await api.asBroker('DELETE', `${accounts}${of.utility_account}/`)
  expect((await api.asBroker('GET', one)).status).toBe(404)
  expect((await api.asBroker('GET', `${meters}${of.meter_id}/`)).status).toBe(404)
  expect((await api.asBroker('POST', `${accounts}${of.utility_account}/restore/`)).status).toBe(200)
  expect((await api.asBroker('GET', one)).status).toBe(200)
  expect(await monthsOf(`utility_account=${of.utility_account}`)).toEqual([['2025-09', 30]])
  await api.asBroker('DELETE', `${meters}${of.meter_id}/`)
  expect(await monthsOf(`utility_account=${of.utility_account}`)).toEqual([])
})

test('[USE-8, USE-9, WE-14] the load profile of a meter, account, organization, bid and opportunity', async () => {
  const bid = await makers.makeBid()
  const { utility_account_id, organization } = await account({ organization: bid.legal_entity, mdq: 82 })
  const of = await meter({ utility_account: utility_account_id })
  await billMonths(of, '2025-01', [1800, 1550, 1200, 700, 400, 200, 150, 150, 250, 700, 1200, 1700])
  const patched = await api.asBroker<Row<'bids'>>('PATCH', `${contract.bids.path}${bid.bid_id}/`, {
    utility_accounts: { add: [utility_account_id], remove: [] },
  })
  expect(patched.body.utility_accounts).toEqual([utility_account_id])
  for (const scope of [
    `meter=${of.meter_id}`,
    `utility_account=${utility_account_id}`,
    `utility_account=${utility_account_id},${utility_account_id}`,
    `organization=${organization}`,
    `bid=${bid.bid_id}`,
    `opportunity=${bid.opportunity}`,
  ])
    expect(await profileOf(`${scope}&as_of=2026-01-10&unit=th`)).toMatchObject({
      january_volume: 18_000,
      annual_volume: 100_000,
      missing: [],
      volume_source: 'consecutive',
      load_factor_month: 0.4718,
      load_factor_mdq: 0.3341,
      unit: 'th',
      meter_count: 1,
      site_count: 1,
    })
  const bare = await account({ organization })
  const later = await profileOf(`organization=${organization}&as_of=2025-03-10`)
  expect(later).toMatchObject({
    january_volume: 1_800,
    march_volume: null,
    annual_volume: null,
    volume_source: 'latest',
    accounts_without_usage: [bare.utility_account_id],
  })
  expect(later.missing).toHaveLength(10)
})

test('[USE-8] of several accounts a month is complete where all are that are served in it', async () => {
  const first = await meter()
  const { organization } = await read<Account>(`${accounts}${first.utility_account}/`)
  const second = await account({ organization, opened_on: '2025-02-01' })
  const of = await meter({ utility_account: second.utility_account_id })
  await billMonths(first, '2025-01', [10, 20, 30])
  await billMonths(of, '2025-02', [5])
  const { results } = await read<ListAnswer<UsageMonthAnswer>>(
    `${usageMonthsPath}?organization=${organization}`,
  )
  expect(results.map(({ month, volume, coverage }) => [month, volume, coverage])).toEqual([
    ['2025-01', 10, 1],
    ['2025-02', 25, 1],
    ['2025-03', 30, 0],
  ])
})

test('[GAS-1, USE-6] months are ordered by their time, either way, page by page', async () => {
  const of = await meter()
  await billMonths(of, '2025-01', [10, 20, 30])
  const page = (query: string) => monthsOf(`meter=${of.meter_id}${query}`)
  const all = [
    ['2025-01', 10],
    ['2025-02', 20],
    ['2025-03', 30],
  ]
  for (const query of ['', '&ordering=', '&ordering=month']) expect(await page(query)).toEqual(all)
  expect(await page('&ordering=-month')).toEqual([...all].reverse())
  expect(await page('&ordering=-month&limit=1&offset=1')).toEqual([['2025-02', 20]])
  expect(await page('&ordering=-month&month_to=2025-02&limit=1')).toEqual([['2025-02', 20]])
  const wrong = await api.asBroker('GET', `${usageMonthsPath}?meter=${of.meter_id}&ordering=volume`)
  expect([wrong.status, wrong.body.detail]).toEqual([400, 'ordering: "volume" is not one of month.'])
  // The months of one record hold no text to search.
  expect((await api.asBroker('GET', `${usageMonthsPath}?meter=${of.meter_id}&q=1`)).status).toBe(400)
})

test('[USE-6, USE-8] a request names one record, which has to be there', async () => {
  for (const path of [usageMonthsPath, loadProfilePath]) {
    for (const query of [
      '',
      '?organization=',
      '?organization=%20',
      '?organization=x',
      '?utility_account=1,,2',
    ])
      expect((await api.asBroker('GET', path + query)).status).toBe(400)
    expect((await api.asBroker('GET', `${path}?meter=1&organization=1`)).status).toBe(400)
    expect((await api.asBroker('GET', `${path}?organization=999999`)).status).toBe(404)
  }
})

test('[UNIT-6, USE-3] a change of the heat content counts usage anew in the background', async () => {
  const { utility, utility_state } = await service()
  const { utility_account_id } = await account({ utility_state })
  const of = await meter({ utility_account: utility_account_id, unit: 'mcf' })
  const { body: own } = await bill(of, '2025-01-01', '2025-02-01', 100, { heat_content: 1.05 })
  await bill(of, '2025-02-01', '2025-03-01', 100)
  expect(own).toMatchObject({ volume_dth: 105, heat_content_used: 1.05 })
  const months = () => monthsOf(`utility_account=${utility_account_id}`)
  expect(await months()).toEqual([
    ['2025-01', 105],
    ['2025-02', 103.7],
  ])
  await makers.record('heatContents', { utility, valid_from: '2025-02-28', mmbtu_per_mcf: 1.02 })
  await until(async () => (await months())[1]?.[1] === 102)
  expect((await months())[0]).toEqual(['2025-01', 105])
})

test('[GAS-8] the usage of an account is read by its meters, not from all current periods', async () => {
  const { meter_id, utility_account } = await meter()
  await post({ meter: meter_id, read_from: '2026-01-01', read_to: '2026-02-01', quantity: 10 })
  const read: string[] = []
  listener = (statement) => {
    if (/ from "bill_periods" /.test(statement)) read.push(statement)
  }
  await api.asBroker('GET', usageFindingsPath(utility_account))
  listener = undefined
  expect(read).toHaveLength(1)
  // Its plans follow from the schema alone, as small as the table is.
  if (api.database.dialect.kind !== 'sqlite') return
  const { rows } = await api.database.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${read[0]}`, read[0]?.match(/\?/g)?.map(() => 1) ?? []),
  )
  expect(rows.map(({ detail }) => detail).join()).toContain('bill_periods_of_meter')
})
