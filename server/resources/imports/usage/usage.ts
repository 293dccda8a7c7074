/** Stores a utility's bill periods in steps, with the accounts and meters that they need, and takes them back (USE-11). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { daysOf, dthOf, periodHeatContent, periodVolume } from '../../../../src/contract/gas/usage'
import { sql } from 'kysely'
import { chunks } from '../../../kit/chunks'
import type { Write } from '../../../kit/context'
import { asAuthor } from '../../../kit/limits'
import { resourceOf } from '../../../kit/registry'
import { addChangeNotice } from '../../../kit/write/notices'
import { refreshContractAccounts } from '../../contractAccounts'
import { numberMatch, storeMonths } from '../../usageTotals'
import { dropKept, keepBefore, keptRows, rowsAtOnce } from '../kept'
import {
  countedStates,
  refused,
  step,
  takingBack,
  type ImportWay,
  type Run,
  type StoredCounts,
  type Unsettled,
} from '../way'
import { goneOf, madeOf, ownPeriods, type GonePeriod, type KeptMade, type Made } from './journal'
import { makeMeter } from './make'
import { accountNamed, accountsOfMeters, knownNumbers, meterKey } from './match'
import type { Change, PeriodRef, RowState } from './plan'
import {
  heatContentsOfUtility,
  planRows,
  stageUsage,
  storedPeriods,
  type HeatContents,
  type UsageValues,
} from './stage'
import { assertUndoable } from './undoable'

type Db = Write['db']

/** Accounts whose months are counted in a transaction, which holds up other writes for some milliseconds. */
const accountsAtOnce = 2

/** Periods stored in a transaction. */
const periodsAtOnce = 15

/** Meters, each with its account, that are made in a transaction. */
const madeAtOnce = 5

/** A row of the file that is to be stored. */
interface FileRow {
  line: number
  state: string
  values: UsageValues
}

/** The rows of a file, by their meters; those of a meter that is to be made have a key of their own. */
async function rowsByMeter(db: Db, id: number): Promise<FileRow[][]> {
  const groups = new Map<string, FileRow[]>()
  for await (const rows of keptRows(db, id, 'to store'))
    for (const { line, state, content } of rows) {
      const values = JSON.parse(content) as UsageValues
      const key = meterKey(values)
      const others = groups.get(key)
      if (others) others.push({ line, state, values })
      else groups.set(key, [{ line, state, values }])
    }
  return [...groups.values()]
}

/** What the rows of a meter say of it: one of them may name its account where others do not. */
function numbersOf(rows: readonly FileRow[]): UsageValues {
  const [first] = rows
  if (!first) throw new Error('A meter without rows.')
  return { ...first.values, account_number: accountNamed(rows.map(({ values }) => values)) }
}

/** Rows of one meter, which is there by now. */
interface MeterRows {
  meter: number
  rows: readonly FileRow[]
}

async function storeAll(run: Run): Promise<StoredCounts> {
  const { database, id } = run
  const groups = await rowsByMeter(database.db, id)
  const byMeter = new Map<number, FileRow[]>()
  // A number that was unknown may be that of another group's meter by now.
  const add = (meter: number, rows: readonly FileRow[]) =>
    byMeter.set(meter, [...(byMeter.get(meter) ?? []), ...rows])
  for (const rows of groups) {
    const meter = rows[0]?.values.meter ?? null
    if (meter !== null) add(meter, rows)
  }
  const others = groups.filter(([first]) => first?.values.meter === null)
  for (const some of chunks(others, madeAtOnce)) {
    const made = await step(run, ['committing'], async (write) => {
      const made: MeterRows[] = []
      for (const rows of some) made.push({ meter: await makeMeter(write, run, numbersOf(rows)), rows })
      return made
    })
    for (const { meter, rows } of made) add(meter, rows)
  }
  const meters = [...byMeter].map(([meter, rows]): MeterRows => ({ meter, rows }))
  const states = new Map<number, RowState>()
  for (const some of inSteps(meters)) {
    let isMore = true
    while (isMore) {
      const stored = await step(run, ['committing'], (write) => storeRows(write, run, some))
      // A row that an earlier step has stored is the same by now.
      for (const [line, state] of stored.states) if (!states.has(line)) states.set(line, state)
      isMore = stored.isMore
    }
  }
  await countMonths(
    run,
    ['committing'],
    meters.map(({ meter }) => meter),
  )
  return countedStates(states.values())
}

/** Meters whose rows are few together. */
function* inSteps(meters: readonly MeterRows[]): Generator<MeterRows[]> {
  let some: MeterRows[] = []
  let count = 0
  for (const one of meters) {
    some.push(one)
    count += one.rows.length
    if (count < periodsAtOnce) continue
    yield some
    some = []
    count = 0
  }
  if (some.length > 0) yield some
}

/**
 * Stores as many rows of some meters as one transaction may take, by a plan of what is stored by now.
 * @returns whether there are more, and what becomes of rows by their lines.
 * @throws ApiError 409 for a row that cannot be stored any more.
 */
async function storeRows(
  write: Write,
  run: Run,
  meters: readonly MeterRows[],
): Promise<{ isMore: boolean; states: ReadonlyMap<number, RowState> }> {
  const { db } = write
  await asAuthor(write, () => assertInPlace(db, run, meters))
  const entries = await heatContentsOfUtility(db, run.target ?? 0)
  const stored = await storedPeriods(
    db,
    meters.map(({ meter }) => meter),
  )
  let left = periodsAtOnce
  let isMore = false
  const together: NewPeriod[] = []
  const states = new Map<number, RowState>()
  for (const { meter, rows } of meters) {
    const { outcomes, changes } = planRows(stored.get(meter) ?? [], rows, {
      entries,
      replace: run.options.replace,
    })
    for (const { line } of rows) {
      const found = outcomes.get(line)
      if (found?.state === 'refused')
        throw refused(
          `Line ${line}: ${found.reason ?? ''} The stored usage has changed: choose the file again.`,
        )
      if (found) states.set(line, found.state)
    }
    const now = changes.slice(0, left)
    const cancelledByOthers = new Set(now.flatMap(({ insert }) => lineOf(insert?.cancels ?? null) ?? []))
    const made = new Map<number, number>()
    for (const { cancel, insert } of now) {
      if (cancel.length > 0) await cancelPeriods(write, run, cancel)
      const values = rows.find(({ line }) => line === insert?.line)?.values
      if (!insert || !values) continue
      const period = periodOf(write, run, { meter, values, entries, insert, made })
      if (cancelledByOthers.has(insert.line)) made.set(insert.line, await insertPeriod(db, period))
      else together.push(period)
    }
    left -= now.length
    isMore = now.length < changes.length
    if (isMore) break
  }
  if (together.length > 0) await db.insertInto('bill_periods').values(together).execute()
  return { isMore, states }
}

/** @throws ApiError 409 where a meter is not any more where the file was proposed with it. */
async function assertInPlace(db: Db, { target }: Run, meters: readonly MeterRows[]): Promise<void> {
  const accounts = await accountsOfMeters(
    db,
    target ?? 0,
    meters.map(({ meter }) => meter),
  )
  const isInPlace = ({ meter, rows }: MeterRows) => {
    const account = accounts.get(meter)
    return (
      account !== undefined &&
      rows.every(
        ({ values: { meter: known, account_number } }) =>
          known === null || account_number === null || numberMatch(account_number) === account,
      )
    )
  }
  if (!meters.every(isInPlace))
    throw refused('A meter of the file has been deleted or moved since: choose the file again.')
}

/** Cancels stored periods, and keeps them as they were. */
async function cancelPeriods({ db, actor }: Write, { id, at }: Run, ids: readonly number[]): Promise<void> {
  const before = await db.selectFrom('bill_periods').selectAll().where('bill_period_id', 'in', ids).execute()
  await keepBefore(db, id, 'gone', before)
  await db
    .updateTable('bill_periods')
    .set((eb) => ({
      status: 'cancelled' as const,
      version: eb('version', '+', 1),
      modified_by: actor,
      modified_at: at,
    }))
    .where('bill_period_id', 'in', ids)
    .execute()
}

interface Inserted {
  meter: number
  values: UsageValues
  entries: HeatContents
  insert: NonNullable<Change['insert']>
  /** The ids of periods made in this transaction, by their lines. */
  made: ReadonlyMap<number, number>
}

type NewPeriod = ReturnType<typeof periodOf>

/** The period of a row, as it is stored. */
function periodOf({ actor }: Write, { at }: Run, { meter, values, entries, insert, made }: Inserted) {
  const { read_from, read_to, unit, heat_content, read_type, commodity_cost } = values
  const quantity = values.quantity ?? 0
  const heat_content_used = periodHeatContent({ read_to, heat_content }, entries)
  const volume = periodVolume(quantity, unit, heat_content_used)
  return {
    meter,
    read_from,
    read_to,
    quantity,
    unit,
    heat_content,
    read_type,
    status: insert.status,
    cancels: idOf(insert.cancels, made),
    commodity_cost,
    source: 'import' as const,
    heat_content_used,
    volume,
    volume_dth: dthOf(volume),
    days: daysOf({ read_from, read_to }),
    search: '',
    version: 1,
    created_by: actor,
    created_at: at,
    modified_by: actor,
    modified_at: at,
  }
}

async function insertPeriod(db: Db, period: NewPeriod): Promise<number> {
  const { bill_period_id } = await db
    .insertInto('bill_periods')
    .values(period)
    .returning('bill_period_id')
    .executeTakeFirstOrThrow()
  return bill_period_id
}

const lineOf = (ref: PeriodRef | null): number | null => (ref === null || 'id' in ref ? null : ref.line)

const idOf = (ref: PeriodRef | null, made: ReadonlyMap<number, number>): number | null =>
  ref === null ? null : 'id' in ref ? ref.id : (made.get(ref.line) ?? null)

/** Counts the accounts of meters anew, a few at a time. */
async function countMonths(run: Run, states: readonly Unsettled[], meters: readonly number[]): Promise<void> {
  const { db } = run.database
  const accounts = new Set<number>()
  for (const some of chunks(meters, 500)) {
    await nextTurn()
    const rows = await db
      .selectFrom('meters')
      .select('utility_account')
      .distinct()
      .where('meter_id', 'in', some)
      .execute()
    for (const { utility_account } of rows) accounts.add(utility_account)
  }
  for (const some of chunks([...accounts], accountsAtOnce))
    await step(run, states, async (write) => {
      for (const account of some) await countAccount(write, account)
    })
}

/** Counts the months of an account, and the days that contracts have by its reads (USE-6, USE-12). */
async function countAccount(write: Write, utility_account: number): Promise<void> {
  await storeMonths(write.db, utility_account)
  await refreshContractAccounts(write, { utility_account }, { checks: false, ends: false })
}

/**
 * The meters whose usage an import has changed: those of its rows, the unknown ones by their numbers, and those of its
 * periods as far as there are any left.
 */
async function metersOf(run: Run): Promise<number[]> {
  const { database, id, target } = run
  const { db } = database
  const groups = await rowsByMeter(db, id)
  const meters = new Set(groups.flatMap(([first]) => first?.values.meter ?? []))
  const unknown = groups.filter(([first]) => first?.values.meter === null).map(numbersOf)
  for (const some of chunks(unknown, rowsAtOnce)) {
    await nextTurn()
    const match = await knownNumbers(db, target ?? 0, some)
    for (const numbers of some) {
      const { meter } = match(numbers)
      if (meter) meters.add(meter.meter_id)
    }
  }
  for (const { meter } of await ownPeriods(db, run).select('meter').distinct().execute()) meters.add(meter)
  for await (const rows of keptRows(db, id, 'gone')) for (const row of rows) meters.add(goneOf(row).meter)
  return [...meters]
}

async function takeBack(run: Run): Promise<void> {
  const { database, id } = run
  const meters = await metersOf(run)
  for (;;) {
    const own = await ownPeriods(database.db, run).select('bill_period_id').limit(rowsAtOnce).execute()
    if (own.length === 0) break
    const ids = own.map(({ bill_period_id }) => bill_period_id)
    await step(run, takingBack, async ({ db }) => {
      // One may name another of the same import.
      await db.updateTable('bill_periods').set({ cancels: null }).where('cancels', 'in', ids).execute()
      await db.deleteFrom('bill_periods').where('bill_period_id', 'in', ids).execute()
    })
  }
  for await (const rows of keptRows(database.db, id, 'gone'))
    await step(run, takingBack, async ({ db }) => {
      for (const row of rows) await bringBack(db, goneOf(row))
      await dropKept(db, id, rows)
    })
  const made: KeptMade[] = []
  for await (const rows of keptRows(database.db, id, 'made')) made.push(...rows.map(madeOf))
  const accounts = made.filter(({ resource }) => resource === 'utilityAccounts')
  const gone = new Set(accounts.map((one) => one.id))
  const isOfGone = ({ account }: Made) => gone.has(account)
  const meterRows = made.filter(({ resource }) => resource === 'meters')
  // The months of an account that stays are counted with the end of its meter.
  for (const [some, isCounted] of [
    ...[...chunks(meterRows.filter(isOfGone), rowsAtOnce)].map((part) => [part, false] as const),
    ...[
      ...chunks(
        meterRows.filter((one) => !isOfGone(one)),
        accountsAtOnce,
      ),
    ].map((part) => [part, true] as const),
    ...[...chunks(accounts, rowsAtOnce)].map((part) => [part, false] as const),
  ])
    await step(run, takingBack, (write) => unmake(write, run, some, isCounted))
  await countMonths(run, takingBack, meters)
}

/** A period as it was before the import; whether it is in the trash follows from its meter since. */
const bringBack = (db: Db, { bill_period_id, status, version, modified_by, modified_at }: GonePeriod) =>
  db
    .updateTable('bill_periods')
    .set({ status, version, modified_by, modified_at })
    .where('bill_period_id', '=', bill_period_id)
    .execute()

/** Deletes made records, unless something has come to rest on them in these seconds. */
async function unmake(
  write: Write,
  { id }: Run,
  made: readonly KeptMade[],
  isCounted: boolean,
): Promise<void> {
  const { db } = write
  for (const one of made) {
    await (
      one.resource === 'meters'
        ? sql`delete from meters where meter_id = ${one.id}
          and not exists (select 1 from bill_periods where meter = ${one.id})`
        : sql`delete from utility_accounts where utility_account_id = ${one.id}
          and not exists (select 1 from meters where utility_account = ${one.id})
          and not exists (select 1 from bid_utility_accounts where utility_account_id = ${one.id})
          and not exists (select 1 from contract_accounts where utility_account = ${one.id})`
    ).execute(db)
    if (isCounted) await countAccount(write, one.account)
    addChangeNotice(write, resourceOf(one.resource), 'deleted', one.id)
  }
  await dropKept(db, id, made)
}

/** How a utility's bill periods are imported. */
export const usageWay: ImportWay = {
  stage: stageUsage,
  storeAll,
  takeBack,
  assertUndoable,
  finished: () => Promise.resolve(),
}
