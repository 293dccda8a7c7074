import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { importKinds, type ImportAnswer } from '../../../src/contract/imports'
import { usageMonthsPath, type UsageMonthAnswer } from '../../../src/contract/usage'
import { formBody } from '../../testing/forms'
import { startKillable } from '../../testing/killable'
import { until } from '../../testing/until'

type Killable = Awaited<ReturnType<typeof startKillable>>

const { path } = importKinds.curves
/** Enough for many transactions. */
const months = 80
const days = 100
const total = months * days
/**
 * So many, each with so many periods, that what follows after its beginning has been seen takes a commit and an undo a
 * multiple of the time of seeing it, also on a busy machine. Making an account takes much longer than storing a period.
 */
const madeAccounts = 150
const yearsOfAccount = [2019, 2020, 2021, 2022, 2023, 2024, 2025]

/** Kills a server while a request is under way, once that has changed something, and starts it again. */
async function killDuring(
  { ask, kill, startAgain }: Killable,
  address: string,
  hasBegun: () => Promise<boolean>,
): Promise<void> {
  const lost = ask('POST', address).then(
    () => 'answered',
    () => 'lost',
  )
  // Asking without a pause would take as much of the server's time as its work.
  await until(hasBegun)
  await kill()
  expect(await lost).toBe('lost')
  await startAgain()
}

const linesOf = (count: number, price: string) =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / months))).toISOString().slice(0, 10)
    const month = `${2030 + Math.floor((index % months) / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    return `${day},${month},${price}`
  })

let server: Killable
beforeAll(async () => {
  server = await startKillable()
})
afterAll(() => server.stop())

test('[GAS-7] kill -9 during a commit leaves nothing of it, during an undo all of that; a commit can be repeated', async () => {
  const { ask } = server
  const { curve_id: curve } = await ask<Row<'curves'>>('POST', contract.curves.path, {
    name: 'Killed',
    kind: 'index',
  })
  const points = (more: string) =>
    ask<ListAnswer<Row<'curvePoints'>>>('GET', `${contract.curvePoints.path}?curve=${curve}&${more}`)
  const countOf = async () => (await points('limit=1')).count
  const pricesOf = async () => {
    const { results } = await points('limit=5&ordering=trade_date')
    return results.map(({ trade_date, delivery_month, price }) => [trade_date, delivery_month, price])
  }
  const propose = (lines: readonly string[]) =>
    ask<ImportAnswer>(
      'POST',
      path,
      formBody([
        { name: 'curve', value: String(curve) },
        {
          name: 'file',
          value: ['Date,Month,Price', ...lines].join('\n'),
          filename: 'a.csv',
          type: 'text/csv',
        },
      ]),
    )
  const stateOf = async (id: number) => (await ask<ImportAnswer>('GET', `${path}${id}/`)).state

  // The month that the second file lacks goes, and comes back.
  const first = await propose(['2026-01-01,2030-01,1', '2026-01-01,2060-01,2'])
  await ask('POST', `${path}${first.import_id}/commit/`)
  const before = await pricesOf()
  expect(before).toEqual([
    ['2026-01-01', '2030-01', 1],
    ['2026-01-01', '2060-01', 2],
  ])

  const { import_id: id, counts } = await propose(linesOf(total, '4.5'))
  expect(counts).toEqual({ new: total - 1, same: 0, replaced: 1, refused: 0 })
  await killDuring(server, `${path}${id}/commit/`, async () => (await countOf()) > 2)
  expect([await pricesOf(), await stateOf(id)]).toEqual([before, 'proposed'])

  await ask('POST', `${path}${id}/commit/`)
  expect([await countOf(), await stateOf(id)]).toEqual([total, 'committed'])

  await killDuring(server, `${path}${id}/undo/`, async () => (await countOf()) < total)
  expect([await pricesOf(), await stateOf(id)]).toEqual([before, 'undone'])
})

test('[GAS-7, USE-11] kill -9 during a commit of usage leaves no account, meter or month of it; a commit can be repeated', async () => {
  const { ask } = server
  const { path: imports } = importKinds.usage
  const post = <T>(address: string, body: object) => ask<T>('POST', address, body)
  const { utility_id: utility } = await post<Row<'utilities'>>(contract.utilities.path, {
    name: 'Killed Gas',
  })
  const { utility_state_id: utility_state } = await post<Row<'utilityStates'>>(contract.utilityStates.path, {
    ...{ utility, name: 'Killed service', state: 36, status: 'active' },
  })
  const { organization_id: organization } = await post<Row<'organizations'>>(contract.organizations.path, {
    ...{ name: 'Killed Foods', state: 'NY' },
  })
  const propose = (lines: readonly string[]) => {
    const options = { last_day_inclusive: false, organization, utility_state }
    const value = ['Account,From,To,Therms', ...lines].join('\n')
    return ask<ImportAnswer>(
      'POST',
      imports,
      formBody([
        { name: 'utility', value: String(utility) },
        { name: 'options', value: JSON.stringify(options) },
        { name: 'file', value, filename: 'usage.csv', type: 'text/csv' },
      ]),
    )
  }
  const readAll = <T>(address: string) => ask<ListAnswer<T>>('GET', address)
  const accounts = () =>
    readAll<Row<'utilityAccounts'>>(
      `${contract.utilityAccounts.path}?organization=${organization}&ordering=created_at&limit=1`,
    )
  const monthly = async (of: number) => {
    const { results } = await readAll<UsageMonthAnswer>(`${usageMonthsPath}?utility_account=${of}`)
    return results.map(({ month, volume }) => [month, volume])
  }
  const stateOf = async (id: number) => (await ask<ImportAnswer>('GET', `${imports}${id}/`)).state

  // A period that the second file cancels and bills anew comes back.
  const first = await propose(['00-0,2025-01-01,2025-02-01,100'])
  await ask('POST', `${imports}${first.import_id}/commit/`)
  const account = (await accounts()).results[0]?.utility_account_id ?? 0
  const periods = async () =>
    (
      await readAll<Row<'billPeriods'>>(
        `${contract.billPeriods.path}?utility_account=${account}&ordering=created_at`,
      )
    ).results
  const countAll = async () => (await readAll(`${contract.billPeriods.path}?limit=1`)).count
  const stateNow = async () => ({
    accounts: (await accounts()).count,
    periods: await periods(),
    monthly: await monthly(account),
    meters: (await readAll(`${contract.meters.path}?q=00-&limit=1`)).count,
  })
  const before = await stateNow()
  expect([before.accounts, before.monthly]).toEqual([1, [['2025-01', 10]]])

  const made = Array.from({ length: madeAccounts }, (_, index) =>
    yearsOfAccount.flatMap((year) => [
      `00-${index + 1},${year}-01-01,${year}-02-01,90`,
      `00-${index + 1},${year}-02-01,${year}-03-01,80`,
      `00-${index + 1},${year}-03-01,${year}-04-01,70`,
    ]),
  ).flat()
  const rebill = ['00-0,2025-01-01,2025-02-01,-100', '00-0,2025-01-01,2025-02-01,120']
  const { import_id: id, counts } = await propose([...rebill, ...made])
  expect(counts).toEqual({ new: made.length + 1, same: 0, replaced: 1, refused: 0 })
  await killDuring(server, `${imports}${id}/commit/`, async () => (await periods()).length > 1)
  expect([await stateNow(), await stateOf(id)]).toEqual([before, 'proposed'])

  await ask('POST', `${imports}${id}/commit/`)
  const after = await stateNow()
  expect([after.accounts, after.monthly, await stateOf(id)]).toEqual([
    1 + madeAccounts,
    [['2025-01', 12]],
    'committed',
  ])

  const all = await countAll()
  await killDuring(server, `${imports}${id}/undo/`, async () => (await countAll()) < all)
  expect([await stateNow(), await stateOf(id)]).toEqual([before, 'undone'])
})
