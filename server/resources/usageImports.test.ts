import fc from 'fast-check'
import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { addDays } from '../../src/contract/gas/calendar'
import { importKinds, type ImportAnswer, type ImportOptions } from '../../src/contract/imports'
import {
  usageFindingsPath,
  usageMonthsPath,
  type UsageFindings,
  type UsageMonthAnswer,
} from '../../src/contract/usage'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { quoteMaker } from '../testing/gas'
import { workbook } from '../testing/workbooks'

const { path } = importKinds.usage

let api: TestApi
let team: string
let makers: ReturnType<typeof quoteMaker>
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

type Answer = ImportAnswer & ErrorAnswer
type Period = Row<'billPeriods'>

const header = 'LDC Account,Meter,From,To,Therms,Read Type\n'
const exclusive = { last_day_inclusive: false }

const propose = (
  utility: number,
  file: string | Buffer,
  options: Partial<ImportOptions> | null = exclusive,
) =>
  sendForm<Answer>(
    api,
    team,
    ['POST', path],
    [
      { name: 'utility', value: String(utility) },
      ...(options ? [{ name: 'options', value: JSON.stringify(options) }] : []),
      { name: 'file', value: file, filename: 'usage.csv', type: 'text/csv' },
    ],
  )
const act = (id: number, action: 'commit' | 'undo') =>
  api.send<Answer>('POST', `${path}${id}/${action}/`, { token: team })

/** Proposes a file and stores it. */
async function load(utility: number, file: string, options: Partial<ImportOptions> = exclusive) {
  const { body } = await propose(utility, file, options)
  const done = await act(body.import_id, 'commit')
  expect([done.status, done.body.state]).toEqual([200, 'committed'])
  return body
}

let count = 0
/** A utility with an account and a meter that counts therms. */
async function service() {
  count += 1
  const { utility_id } = await makers.record('utilities')
  const { utility_state_id } = await makers.record('utilityStates', { utility: utility_id, state: 36 })
  const { organization_id } = await makers.record('organizations')
  const account = await makers.record('utilityAccounts', {
    organization: organization_id,
    utility_state: utility_state_id,
    account_number: `00-10${count}`,
  })
  const meter = await makers.record('meters', {
    utility_account: account.utility_account_id,
    meter_number: `M-${count}`,
    unit: 'th',
  })
  return {
    utility: utility_id,
    utility_state: utility_state_id,
    organization: organization_id,
    account: account.utility_account_id,
    account_number: account.account_number,
    meter: meter.meter_id,
    meter_number: meter.meter_number,
  }
}

const read = async <T>(address: string) => (await api.asBroker<T>('GET', address)).body
const monthsOf = async (account: number) => {
  const { results } = await read<ListAnswer<UsageMonthAnswer>>(
    `${usageMonthsPath}?utility_account=${account}`,
  )
  return results.map(({ month, volume }) => [month, volume])
}
const periodsOf = async (account: number) => {
  const { results } = await read<ListAnswer<Period>>(
    `${contract.billPeriods.path}?utility_account=${account}&ordering=created_at`,
  )
  return results
}

test('[USE-11, USE-3, WE-9] a file whose last day is inclusive says so once for its utility', async () => {
  const { utility, account, account_number } = await service()
  const file = `Account,From,To,Usage,Units\n${account_number},9/12/2025,10/14/2025,"3,200",Therms\n`
  const asked = await propose(utility, file, null)
  expect([asked.status, asked.body.options?.last_day_inclusive]).toEqual([201, null])
  const early = await act(asked.body.import_id, 'commit')
  expect([early.status, early.body.fields]).toEqual([
    400,
    { options: 'Say whether the last day of a row is part of its period.' },
  ])
  await load(utility, file, { last_day_inclusive: true })
  expect(await monthsOf(account)).toEqual([
    ['2025-09', 184.242],
    ['2025-10', 135.758],
  ])
  expect(await periodsOf(account)).toMatchObject([
    { read_to: '2025-10-15', days: 33, quantity: 3_200, unit: 'th', source: 'import', read_type: 'actual' },
  ])
  const next = await propose(utility, file, null)
  expect(next.body).toMatchObject({
    options: { last_day_inclusive: true, replace: false },
    counts: { new: 0, same: 1, replaced: 0, refused: 0 },
  })
})

test('[USE-11, USE-4, WE-12] overlaps are refused with their days, the same again is the same', async () => {
  const { utility, account, meter, meter_number } = await service()
  const file = `Meter,From,To,Usage (DTH)\n${meter_number},2025-09-12,2025-10-14,320\n${meter_number},2025-10-20,2025-11-18,290\n${meter_number},2025-10-10,2025-11-09,1\n`
  const first = await load(utility, file)
  expect([first.counts, first.refused]).toEqual([
    { new: 2, same: 0, replaced: 0, refused: 1 },
    [{ line: 4, reason: 'Overlaps 2025-09-12 to 2025-10-14.' }],
  ])
  const { results } = await read<ListAnswer<UsageMonthAnswer>>(`${usageMonthsPath}?meter=${meter}`)
  expect(results.find(({ month }) => month === '2025-10')).toMatchObject({
    volume: 250,
    days_covered: 25,
    coverage: 0.8065,
  })
  const before = await periodsOf(account)
  const again = await load(utility, file)
  expect(again.counts).toEqual({ new: 0, same: 2, replaced: 0, refused: 1 })
  expect(await periodsOf(account)).toEqual(before)
  const other = `Meter,From,To,Usage (DTH)\n${meter_number},2025-09-12,2025-10-14,321\n`
  expect((await propose(utility, other)).body.refused).toEqual([
    { line: 2, reason: 'These days are stored with 320 dth.' },
  ])
  await load(utility, other, { ...exclusive, replace: true })
  expect((await periodsOf(account)).map(({ quantity, status }) => [quantity, status])).toEqual([
    [320, 'cancelled'],
    [290, 'current'],
    [321, 'current'],
  ])
})

test('[GAS-7, USE-11] a file that is proposed twice counts as the same once the first one is stored', async () => {
  const { utility, account, meter_number } = await service()
  const month = (at: number) => `${meter_number},2025-${10 + at}-01,2025-${11 + at}-01,${at + 1},dth\n`
  // More rows than are stored in one step, and then one more.
  const day = (at: number) =>
    `${meter_number},${addDays('2024-01-01', at)},${addDays('2024-01-01', at + 1)},${at + 1},dth\n`
  const days = Array.from({ length: 40 }, (_, at) => day(at)).join('')
  const file = `Meter,From,To,Usage,Units\n${days}`
  const first = await propose(utility, file)
  const second = await propose(utility, `${file}${month(0)}`)
  expect(second.body.counts).toEqual({ new: 41, same: 0, replaced: 0, refused: 0 })
  const counts = async (id: number) => (await act(id, 'commit')).body.counts
  expect(await counts(first.body.import_id)).toEqual({ new: 40, same: 0, replaced: 0, refused: 0 })
  expect(await counts(second.body.import_id)).toEqual({ new: 1, same: 40, replaced: 0, refused: 0 })
  const { count: stored } = await read<ListAnswer<Period>>(
    `${contract.billPeriods.path}?utility_account=${account}&limit=1`,
  )
  expect(stored).toBe(41)
  const past = await read<ImportAnswer>(`${path}${second.body.import_id}/`)
  expect(past.counts).toEqual({ new: 1, same: 40, replaced: 0, refused: 0 })
})

test('[USE-11, USE-5, WE-13] a cancel and a rebill of a file; undo leaves exactly what was', async () => {
  const { utility, account, account_number } = await service()
  await load(utility, `${header}${account_number},,2025-09-12,2025-10-14,3200,A\n`)
  const before = await periodsOf(account)
  const rows = `${account_number},,2025-09-12,2025-10-14,-3200,A\n${account_number},,2025-09-12,2025-10-14,3520,E\n`
  const rebill = await load(utility, header + rows)
  expect(rebill.counts).toEqual({ new: 1, same: 0, replaced: 1, refused: 0 })
  expect(await monthsOf(account)).toEqual([
    ['2025-09', 209],
    ['2025-10', 143],
  ])
  const [first, second] = await periodsOf(account)
  expect([first?.status, second?.status, second?.cancels, second?.read_type]).toEqual([
    'cancelled',
    'current',
    first?.bill_period_id,
    'estimated',
  ])
  expect((await act(rebill.import_id, 'undo')).status).toBe(200)
  expect(await periodsOf(account)).toEqual(before)
  expect(await monthsOf(account)).toEqual([
    ['2025-09', 190],
    ['2025-10', 130],
  ])
})

test('[USE-11] unknown numbers are listed, made in the same step, and go with the import', async () => {
  const { utility, utility_state, organization, account, account_number, meter_number } = await service()
  const elsewhere = await service()
  const lines = [
    '00-77 1,,2025-01-01,2025-02-01,100,A',
    '00-77 1,,2025-02-01,2025-03-01,90,A',
    `${account_number},NEW-1,2025-01-01,2025-02-01,50,A`,
    `00-78,${meter_number},2025-01-01,2025-02-01,50,A`,
    `,${elsewhere.meter_number}9,2025-01-01,2025-02-01,50,A`,
    `${elsewhere.account_number},,2025-01-01,2025-02-01,50,A`,
  ]
  const file = `${header}${lines.join('\n')}\n`
  const { body } = await propose(utility, file)
  expect(body.counts).toEqual({ new: 0, same: 0, replaced: 0, refused: 6 })
  expect([body.unknown_count, body.unknown.slice(0, 2)]).toEqual([
    4,
    [
      { account_number: '00-77 1', meter_number: null, rows: 2 },
      { account_number, meter_number: 'NEW-1', rows: 1 },
    ],
  ])
  expect(body.refused.map(({ reason }) => reason).slice(2, 4)).toEqual([
    `The meter NEW-1 of account ${account_number} is not known.`,
    `The meter ${meter_number} belongs to the account ${account_number}.`,
  ])
  const options = { ...exclusive, organization, utility_state }
  const accountsOf = async () =>
    (
      await read<ListAnswer<Row<'utilityAccounts'>>>(
        `${contract.utilityAccounts.path}?utility_state=${utility_state}`,
      )
    ).results
  const metersOf = async () =>
    (await read<ListAnswer<Row<'meters'>>>(`${contract.meters.path}?utility_account=${account}`)).results
  const [accountsBefore, metersBefore] = [await accountsOf(), await metersOf()]
  const made = await load(utility, file, options)
  expect(made.counts).toEqual({ new: 5, same: 0, replaced: 0, refused: 1 })
  const fresh = (await accountsOf()).find((one) => one.account_number === '00-77 1')
  expect(fresh).toMatchObject({ organization, utility_state, status: 'active' })
  expect(await monthsOf(fresh?.utility_account_id ?? 0)).toEqual([
    ['2025-01', 10],
    ['2025-02', 9],
  ])
  expect((await metersOf()).map((one) => [one.meter_number, one.unit])).toContainEqual(['NEW-1', 'th'])

  // What rests on a made account names itself.
  const bid = await makers.makeBid()
  const link = (change: object) =>
    api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, {
      utility_accounts: { add: [], remove: [], ...change },
    })
  await link({ add: [fresh?.utility_account_id] })
  const held = await act(made.import_id, 'undo')
  expect([held.status, held.body.detail]).toEqual([409, `Bid ${bid.bid_id} rests on it.`])
  await link({ remove: [fresh?.utility_account_id] })
  expect((await act(made.import_id, 'undo')).status).toBe(200)
  expect([await accountsOf(), await metersOf()]).toEqual([accountsBefore, metersBefore])
  expect(await monthsOf(account)).toEqual([])
})

/** The meters of the utility's accounts, by their numbers. */
const numbersIn = async (utility_state: number) => {
  const accounts = await read<ListAnswer<Row<'utilityAccounts'>>>(
    `${contract.utilityAccounts.path}?utility_state=${utility_state}&ordering=created_at`,
  )
  const meters = await Promise.all(
    accounts.results.map(({ utility_account_id: id }) =>
      read<ListAnswer<Row<'meters'>>>(`${contract.meters.path}?utility_account=${id}&ordering=created_at`),
    ),
  )
  return accounts.results.map(({ account_number }, index) => [
    account_number,
    meters[index]?.results.map(({ meter_number }) => meter_number),
  ])
}

test('[USE-11, USE-2] meter numbers are compared without spaces and hyphens, and with the case of letters', async () => {
  const { utility, account_number, meter_number } = await service()
  const row = (number: string, day: number) => `${number},6/${day}/2025,6/${day + 1}/2025,1\n`
  const { body } = await propose(
    utility,
    `Meter,From,To,Therms\n${row(meter_number.replace('-', ' '), 1)}${row(meter_number.toLowerCase(), 2)}`,
  )
  expect(body.rows).toMatchObject([{ meter_number, account_number }])
  expect(body.refused).toEqual([{ line: 3, reason: `The meter ${meter_number.toLowerCase()} is not known.` }])
})

test('[USE-11] rows of one unknown meter make one, with the account that any of them names', async () => {
  const { utility, utility_state, organization, account_number, meter_number } = await service()
  const lines = [
    ',NEW-9,2025-01-01,2025-02-01,100,A',
    '00-90,NEW 9,2025-02-01,2025-03-01,90,A',
    '00-91,,2025-01-01,2025-02-01,80,A',
  ]
  const options = { ...exclusive, organization, utility_state }
  const made = await load(utility, `${header}${lines.join('\n')}\n`, options)
  expect([made.counts, made.unknown]).toEqual([
    { new: 3, same: 0, replaced: 0, refused: 0 },
    [
      { account_number: '00-90', meter_number: 'NEW-9', rows: 2 },
      { account_number: '00-91', meter_number: null, rows: 1 },
    ],
  ])
  const before = [[account_number, [meter_number]]]
  expect(await numbersIn(utility_state)).toEqual([...before, ['00-90', ['NEW-9']], ['00-91', ['00-91']]])
  expect((await act(made.import_id, 'undo')).status).toBe(200)
  expect(await numbersIn(utility_state)).toEqual(before)
})

test('[USE-11, GAS-7] an unknown meter with two accounts is refused, and so are more rows of one than are compared', async () => {
  const { utility, utility_state, organization, meter_number } = await service()
  const days = Array.from({ length: 1_201 }, (_, index) => addDays('2021-01-01', index))
  const lines = [
    '00-92,X-1,2025-01-01,2025-02-01,100,A',
    '00-93,X-1,2025-02-01,2025-03-01,90,A',
    ',X-1,2025-03-01,2025-04-01,80,A',
    ...days.map((day) => `,${meter_number},${day},${addDays(day, 1)},1,A`),
  ]
  const options = { ...exclusive, organization, utility_state }
  const { body } = await propose(utility, `${header}${lines.join('\n')}\n`, options)
  expect(body.counts).toEqual({ new: 1_200, same: 0, replaced: 0, refused: 4 })
  expect(body.refused).toEqual([
    { line: 2, reason: 'The meter X-1 stands with the account 00-93, too.' },
    { line: 3, reason: 'The meter X-1 stands with the account 00-92, too.' },
    { line: 4, reason: 'The meter X-1 stands with the account 00-93, too.' },
    { line: 1_205, reason: 'At most 1,200 rows of one meter in a file.' },
  ])
})

test('[USE-11, USE-6] undo counts the months of a meter anew that was made after the file was proposed', async () => {
  const { utility, utility_state, organization, account } = await service()
  const options = { ...exclusive, organization, utility_state }
  const { body } = await propose(utility, `${header},LATE-1,2025-01-01,2025-02-01,100,A\n`, options)
  await makers.record('meters', { utility_account: account, meter_number: 'LATE-1', unit: 'th' })
  const before = await numbersIn(utility_state)
  expect((await act(body.import_id, 'commit')).status).toBe(200)
  expect(await monthsOf(account)).toEqual([['2025-01', 10]])
  expect((await act(body.import_id, 'undo')).status).toBe(200)
  expect([await monthsOf(account), await periodsOf(account)]).toEqual([[], []])
  expect(await numbersIn(utility_state)).toEqual(before)
})

test('[USE-11, GAS-7] a file of which a meter has been deleted or moved since is refused whole', async () => {
  const { utility, utility_state, organization, account, meter, meter_number } = await service()
  const other = await makers.record('utilityAccounts', { organization, utility_state })
  const { body } = await propose(utility, `${header},${meter_number},2025-01-01,2025-02-01,100,A\n`)
  const refusal = async () => {
    const { status, body: answer } = await act(body.import_id, 'commit')
    return [status, answer.code, answer.detail]
  }
  const stale = 'A meter of the file has been deleted or moved since: choose the file again.'
  const address = `${contract.meters.path}${meter}/`
  await api.asBroker('PATCH', address, { utility_account: other.utility_account_id })
  expect(await refusal()).toEqual([409, 'refused', stale])
  await api.asBroker('PATCH', address, { utility_account: account })
  await api.asBroker('DELETE', address)
  expect(await refusal()).toEqual([409, 'refused', stale])
  expect(await periodsOf(account)).toEqual([])
  expect((await read<ImportAnswer>(`${path}${body.import_id}/`)).state).toBe('proposed')
})

test('[USE-11] what rests on an import keeps it, by name', async () => {
  const { utility, account, meter, meter_number } = await service()
  const first = await load(utility, `${header},${meter_number},2025-01-01,2025-02-01,100,A\n`)
  const second = await load(
    utility,
    `${header},${meter_number},2025-01-01,2025-02-01,-100,A\n,${meter_number},2025-01-01,2025-02-01,110,A\n`,
  )
  const refusal = async (id: number) => (await act(id, 'undo')).body.detail
  expect(await refusal(first.import_id)).toBe(`Import ${second.import_id} rests on it. Take that back first.`)
  await act(second.import_id, 'undo')
  const [period] = await periodsOf(account)
  await api.asBroker('PATCH', `${contract.billPeriods.path}${period?.bill_period_id}/`, {
    status: 'cancelled',
  })
  expect(await refusal(first.import_id)).toBe(`Bill period ${period?.bill_period_id} has been changed since.`)
  const third = await load(utility, `${header},${meter_number},2025-03-01,2025-04-01,100,A\n`)
  const cancel = await load(utility, `${header},${meter_number},2025-03-01,2025-04-01,-100,A\n`)
  const { body: manual } = await api.asBroker<Period>('POST', contract.billPeriods.path, {
    meter,
    read_from: '2025-03-10',
    read_to: '2025-03-20',
    quantity: 1,
  })
  expect(await refusal(cancel.import_id)).toBe(`Bill period ${manual.bill_period_id} rests on it.`)
  expect(await refusal(third.import_id)).toBe(`Import ${cancel.import_id} rests on it. Take that back first.`)
})

test('[GAS-7, USE-7, USE-11] an estimate of a gap keeps the import whose periods of the year before it is made of', async () => {
  const { utility, account, meter, meter_number } = await service()
  const row = (from: string, to: string, therms: number) => `,${meter_number},${from},${to},${therms},A\n`
  /** Fills the only gap, as the page does. */
  const estimate = async () => {
    const [gap] = (await read<UsageFindings>(usageFindingsPath(account))).gaps
    const read_to = addDays(gap?.to ?? '', 1)
    const { status, body } = await api.asBroker<Period>('POST', contract.billPeriods.path, {
      ...{
        meter,
        read_from: gap?.from,
        read_to,
        quantity: gap?.estimate,
        unit: 'dth',
        read_type: 'estimated',
      },
    })
    expect(status).toBe(201)
    return body
  }
  const undo = async (id: number) => {
    const { status, body } = await act(id, 'undo')
    return [status, body.detail]
  }
  const year = await load(
    utility,
    header +
      row('2023-01-01', '2023-02-01', 310) +
      row('2023-02-01', '2023-05-01', 890) +
      row('2023-05-01', '2023-08-01', 920) +
      row('2023-08-01', '2023-11-01', 920) +
      row('2023-11-01', '2024-01-10', 700),
  )
  const next = await load(utility, header + row('2024-01-20', '2024-03-01', 410))
  const made = await estimate()
  expect(made).toMatchObject({ read_from: '2024-01-10', read_to: '2024-01-20', quantity: 10 })
  expect(await undo(year.import_id)).toEqual([
    409,
    `The estimate of meter ${meter_number} from 2024-01-10 to 2024-01-20 rests on it.`,
  ])
  // That of the days after the gap can go: nothing was made of it.
  expect(await undo(next.import_id)).toEqual([200, undefined])
  expect((await undo(year.import_id))[0]).toBe(409)
  await api.asBroker('PATCH', `${contract.billPeriods.path}${made.bill_period_id}/`, { status: 'cancelled' })
  // What the utility has estimated itself rests on no other period.
  await makers.record('billPeriods', {
    ...{ meter, read_from: '2024-01-10', read_to: '2024-01-20', quantity: 12, unit: 'dth' },
    read_type: 'estimated',
  })
  expect(await undo(year.import_id)).toEqual([200, undefined])
})

test('[GAS-7, USE-2, USE-7] the estimate of a replaced meter keeps the import of the one before it', async () => {
  const { utility, account, meter, meter_number } = await service()
  await api.asBroker('PATCH', `${contract.meters.path}${meter}/`, { removed_on: '2025-01-10' })
  const successor = await makers.record('meters', {
    ...{ utility_account: account, installed_on: '2025-01-10', unit: 'th' },
  })
  const days = { read_from: '2025-01-15', read_to: '2025-02-01', quantity: 170 }
  await makers.record('billPeriods', { meter: successor.meter_id, ...days })
  const line = (from: string, to: string) => `,${meter_number},${from},${to},310,A\n`
  const { import_id } = await load(utility, header + line('2024-01-01', '2024-02-01'))
  await load(utility, header + line('2024-12-10', '2025-01-10'))
  const { gaps } = await read<UsageFindings>(usageFindingsPath(account))
  const gap = gaps.find((one) => one.meter === successor.meter_id)
  expect(gap).toMatchObject({ from: '2025-01-10', to: '2025-01-14', estimate: 5 })
  await makers.record('billPeriods', {
    ...{ meter: successor.meter_id, read_from: '2025-01-10', read_to: '2025-01-15' },
    ...{ quantity: gap?.estimate ?? 0, unit: 'dth', read_type: 'estimated' },
  })
  expect((await act(import_id, 'undo')).body.detail).toBe(
    `The estimate of meter ${successor.meter_number} from 2025-01-10 to 2025-01-15 rests on it.`,
  )
})

test('[GAS-7, USE-7] an estimate that was there before an import does not keep it', async () => {
  const { utility, meter, meter_number } = await service()
  await makers.record('billPeriods', {
    ...{ meter, read_from: '2025-01-11', read_to: '2025-01-21', quantity: 10 },
    ...{ unit: 'dth', read_type: 'estimated' },
  })
  const { import_id } = await load(utility, `${header},${meter_number},2024-01-01,2024-02-01,310,A\n`)
  expect((await act(import_id, 'undo')).status).toBe(200)
})

test('[USE-11, GAS-7] what can be read in two ways is refused, not guessed', async () => {
  const { utility, account_number, account } = await service()
  const more = await makers.record('meters', { utility_account: account, unit: 'th' })
  const reasons = async (columns: string, line: string) => {
    const { body } = await propose(utility, `${columns}\n${line}\n`)
    return body.refused[0]?.reason
  }
  const columns = 'Meter,From,To,Therms,Units,A/E,Transaction Type'
  const row = (rest: string) => `${more.meter_number},2025-01-01,${rest}`
  expect(await reasons(columns, row('2025-02-01,100,CCF,A,'))).toBe('The header says th, the unit ccf.')
  expect(await reasons(columns, row('2025-02-01,100,barrels,A,'))).toContain('no unit')
  expect(await reasons(columns, row('2025-02-01,100,,C,'))).toContain('no type of a read or a bill')
  expect(await reasons(columns, row('2025-02-01,100,,A,'))).toBeUndefined()
  expect(await reasons(columns, row('2025-02-01,-100,,A,Rebill'))).toBe('A rebill has no negative quantity.')
  expect(await reasons(columns, row('2025-05-01,100,,A,'))).toBe('At most 100 days.')
  expect(await reasons(columns, row('2025-01-01,100,,A,'))).toBe('End must be after start')
  expect(await reasons('Account,From,To,CCF', `${account_number},2025-01-01,2025-02-01,5`)).toBe(
    `The account ${account_number} has 2 meters.`,
  )
  const wrong = await propose(utility, 'a\nb\n', { replace: 1 } as never)
  expect(wrong.body.fields).toEqual({ options: "replace: '1' is none of true, false." })
  const stranger = await service()
  const { organization, utility_state } = stranger
  const foreign = await propose(utility, 'a\nb\n', { organization, utility_state })
  expect(foreign.body.fields).toEqual({ options: 'The service has to be one of the utility of the file.' })
})

test('[GAS-7, USE-1, UNIT-1] numbers of a workbook keep the digits of the file, or are refused', async () => {
  const { utility, organization, utility_state } = await service()
  // That which the number would be with its last digit lost.
  for (const account_number of ['1234567890123460', '1234567890123456']) {
    const { utility_account_id } = await makers.record('utilityAccounts', {
      organization,
      utility_state,
      account_number,
    })
    await makers.record('meters', { utility_account: utility_account_id, unit: 'th' })
  }
  const number = (digits: string) => ({ xml: `<v>${digits}</v>` })
  const row = (account: string, quantity: string, day: number) => [
    number(account),
    `6/${day}/2025`,
    `6/${day + 1}/2025`,
    number(quantity),
  ]
  const { body } = await propose(
    utility,
    workbook([
      ['Account', 'From', 'To', 'Therms'],
      row('1234567890123456', '320.1', 1),
      row('1234567890123456', '1234567.89012345678', 2),
      row('1234567890123456', '123456789.0123456', 3),
      row('1234567890123456', '320.10000000000002', 4),
      row('1.23456789012346E+15', '320', 5),
      row('1234567890123460', '320', 6),
      row('20261234567890123', '320', 7),
    ]),
  )
  const shortened = 'A spreadsheet keeps only 15 digits of a number: format the column as text.'
  expect(body.rows).toMatchObject([
    { account_number: '1234567890123456', read_from: '2025-06-01', quantity: 320.1 },
    { account_number: '1234567890123456', read_from: '2025-06-04', quantity: 320.1 },
  ])
  expect(body.refused).toEqual([
    { line: 3, reason: 'At most 15 digits.' },
    { line: 4, reason: 'At most 15 digits.' },
    { line: 6, reason: shortened },
    { line: 7, reason: shortened },
    { line: 8, reason: 'The account 20261234567890123 is not known.' },
  ])
})

test('[GAS-7] what a workbook shows is read: days by their times, zeros before a number, results of formulas', async () => {
  const { utility, organization, utility_state } = await service()
  for (const account_number of ['0012345', '12345']) {
    const { utility_account_id } = await makers.record('utilityAccounts', {
      organization,
      utility_state,
      account_number,
    })
    await makers.record('meters', { utility_account: utility_account_id, unit: 'th' })
  }
  const [number, day] = [
    (value: string, format?: number) => ({ xml: `<v>${value}</v>`, ...(format !== undefined && { format }) }),
    (serial: string) => ({ xml: `<v>${serial}</v>`, format: 1 }),
  ]
  const account = number('12345', 0)
  const failing = (type: string, xml: string) => ({ type, xml })
  const file = workbook(
    [
      ['Account', 'From', 'To', 'Therms', 'Read Type', 'Heat content'],
      [account, day('45808'), day('45838.9999999999'), number('320')],
      // In the evening, as the file says it in ISO 8601, and by a formula.
      [account, day('45839.9'), { type: 'd', xml: '<v>2025-08-01</v>' }, { xml: '<f>B2*10</f><v>330</v>' }],
      [
        number('12345'),
        '8/1/2025',
        '9/1/2025',
        { type: 'n', xml: '<f>1+1</f><v>2</v>' },
        'A',
        number('1.04'),
      ],
      [account, '9/1/2025', '10/1/2025', number('1'), failing('e', '<f>1/0</f><v>#DIV/0!</v>')],
      [account, '9/1/2025', '10/1/2025', number('1'), 'A', failing('e', '<v>#N/A</v>')],
      [account, '9/1/2025', '10/1/2025', { xml: '<f>A1</f>' }],
      [account, '9/1/2025', '10/1/2025', number('1'), failing('str', '<f>A1</f>')],
      [account, '9/1/2025', '10/1/2025', number('1'), 'A', { xml: '<f>A1</f><v/>' }],
      [account, '9/1/2025', '10/1/2025', { type: 'b', xml: '<v>1</v>' }],
      [account, '9/1/2025', '10/1/2025', number('0.5', 2)],
      [account, day('-5'), '10/1/2025', number('1')],
      [account, '10/1/2025', '11/1/2025', number('350'), failing('str', '<f>""</f><v></v>')],
    ],
    { formats: ['0000000', 'm/d/yyyy h:mm', '0%'] },
  )
  const { body } = await propose(utility, file)
  expect(body.rows).toMatchObject([
    { account_number: '0012345', read_from: '2025-05-31', read_to: '2025-07-01', quantity: 320 },
    { account_number: '0012345', read_from: '2025-07-01', read_to: '2025-08-01', quantity: 330 },
    { account_number: '12345', quantity: 2, heat_content: 1.04 },
    { account_number: '0012345', read_from: '2025-10-01', quantity: 350, read_type: 'actual' },
  ])
  const noResult = 'Its formula has no result: open the file in a spreadsheet, and save it.'
  expect(body.refused).toEqual([
    { line: 5, reason: 'The spreadsheet has an error here: #DIV/0!' },
    { line: 6, reason: 'The spreadsheet has an error here: #N/A' },
    { line: 7, reason: noResult },
    { line: 8, reason: noResult },
    { line: 9, reason: noResult },
    { line: 10, reason: 'Enter a number.' },
    { line: 11, reason: 'Enter a number.' },
    { line: 12, reason: 'There is no such day.' },
  ])
})

test('[USE-12] reads of an imported period move the days of an account under contract', async () => {
  const { utility, organization, account, account_number } = await service()
  const { contract_id } = await makers.record('contracts', {
    organization,
    start_rule: 'meter_read',
    start_date: '2025-01-01',
    term: 12,
  })
  const under = await makers.record('contractAccounts', { contract: contract_id, utility_account: account })
  const flowStart = async () =>
    (await read<Row<'contractAccounts'>>(`${contract.contractAccounts.path}${under.contract_account_id}/`))
      .flow_start
  expect(await flowStart()).toBeNull()
  const { import_id } = await load(utility, `${header}${account_number},,2024-12-12,2025-01-14,100,A\n`)
  expect(await flowStart()).toBe('2025-01-14')
  await act(import_id, 'undo')
  expect(await flowStart()).toBeNull()
})

test('[USE-6, USE-11] whatever is imported: again it changes nothing, its months sum to it, undo leaves what was', async () => {
  const { utility, account, meter_number } = await service()
  await load(utility, `${header},${meter_number},2025-01-10,2025-02-10,100,A\n`)
  const stateOf = async () => [await periodsOf(account), await monthsOf(account)] as const
  const row = fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom(15, 31), fc.integer({ min: -2, max: 3 }))
    .map(([start, days, hundreds]) => {
      const from = addDays('2025-01-10', start * 15 + (days === 31 ? 1 : 0))
      return `,${meter_number},${from},${addDays(from, days)},${hundreds * 100},A`
    })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const file = `${header}${rows.join('\n')}\n`
      const before = await stateOf()
      const { import_id } = await load(utility, file)
      const after = await stateOf()
      const total = after[0]
        .filter(({ status }) => status === 'current')
        .reduce((sum, { volume_dth }) => sum + Math.round(volume_dth * 1_000), 0)
      expect(after[1].reduce((sum, [, volume]) => sum + Math.round(Number(volume) * 1_000), 0)).toBe(total)
      const again = await load(utility, file)
      expect([again.counts.new, again.counts.replaced, await stateOf()]).toEqual([0, 0, after])
      await act(again.import_id, 'undo')
      await act(import_id, 'undo')
      expect(await stateOf()).toEqual(before)
    }),
    { numRuns: 8 },
  )
})
