/** What keeps an import of usage from being taken back: what depends on it since (GAS-7). */
import { sql } from 'kysely'
import { gapOf, lastYearsPeriods, lastYearsVolume, overlapping } from '../../../../src/contract/gas/usage'
import { chunks } from '../../../kit/chunks'
import type { Write } from '../../../kit/context'
import { usageOfAccount } from '../../usageTotals'
import { keptRows, rowsAtOnce } from '../kept'
import { refused, type Run } from '../way'
import { goneOf, madeOf, ownPeriods, type GonePeriod, type Made } from './journal'

type Db = Write['db']

const restsOnIt = (what: string) => refused(`${what} rests on it.`)
const isChanged = (what: string) => refused(`${what} has been changed since.`)

/** @throws ApiError 409 naming what rests on an import. */
export async function assertUndoable(db: Db, run: Run): Promise<void> {
  await assertOwnUnchanged(db, run)
  await assertNoEstimates(db, run)
  for await (const rows of keptRows(db, run.id, 'gone')) await assertGoneFree(db, run, rows.map(goneOf))
  const made: Made[] = []
  for await (const rows of keptRows(db, run.id, 'made')) made.push(...rows.map(madeOf))
  const idsOf = (of: Made['resource']) => made.flatMap(({ resource, id }) => (resource === of ? id : []))
  for (const ids of chunks(idsOf('meters'), rowsAtOnce)) await assertMetersUnused(db, run, ids)
  const meters = new Set(idsOf('meters'))
  for (const ids of chunks(idsOf('utilityAccounts'), rowsAtOnce)) await assertAccountsUnused(db, ids, meters)
}

/** The later import that has cancelled one of some periods; null: none has. */
async function laterImport(db: Db, run: Run, isIts: (period: GonePeriod) => boolean): Promise<number | null> {
  const later = await db
    .selectFrom('imports')
    .select('import_id')
    .where('kind', '=', 'usage')
    .where('target', '=', run.target)
    .where('state', '=', 'committed')
    .where('committed_at', '>', run.at)
    .orderBy('import_id')
    .execute()
  for (const { import_id } of later)
    for await (const rows of keptRows(db, import_id, 'gone'))
      if (rows.map(goneOf).some(isIts)) return import_id
  return null
}

const importFirst = (id: number) => refused(`Import ${id} rests on it. Take that back first.`)

/** Periods of the import are as it has stored them, and no other one takes the place of one. */
async function assertOwnUnchanged(db: Db, run: Run): Promise<void> {
  const changed = await ownPeriods(db, run)
    .select('bill_period_id')
    .where('modified_at', '>', run.at)
    .orderBy('bill_period_id')
    .limit(1)
    .executeTakeFirst()
  if (changed) {
    const id = await laterImport(db, run, (period) => period.created_at === run.at)
    if (id !== null) throw importFirst(id)
    throw isChanged(`Bill period ${changed.bill_period_id}`)
  }
  const naming = await db
    .selectFrom('bill_periods')
    .select('bill_period_id')
    .where('cancels', 'in', ownPeriods(db, run).select('bill_period_id'))
    .where('created_at', '!=', run.at)
    .limit(1)
    .executeTakeFirst()
  if (naming) throw restsOnIt(`Bill period ${naming.bill_period_id}`)
}

/** No gap has been filled with what periods of the import used a year before (USE-7). */
async function assertNoEstimates(db: Db, run: Run): Promise<void> {
  const meters = await ownPeriods(db, run).select('meter').distinct().orderBy('meter').execute()
  for (const some of chunks(meters, rowsAtOnce)) {
    const ids = some.map(({ meter }) => meter)
    const usages = new Map<number, Usage>()
    for (const estimate of await laterEstimates(db, run, ids)) {
      const { utility_account: account } = estimate
      const usage = usages.get(account) ?? (await usageOfAccount(db, account))
      usages.set(account, usage)
      if (!(await isMadeOf(db, run, estimate, usage))) continue
      const { meter_number, read_from, read_to } = estimate
      throw restsOnIt(`The estimate of meter ${meter_number} from ${read_from} to ${read_to}`)
    }
  }
}

type Usage = Awaited<ReturnType<typeof usageOfAccount>>
type Estimate = Awaited<ReturnType<typeof laterEstimates>>[number]

/** The estimates entered since, of these meters and the others of their accounts: a replaced one is estimated with both. */
const laterEstimates = (db: Db, run: Run, meters: readonly number[]) =>
  db
    .selectFrom('bill_periods')
    .innerJoin('meters', 'meters.meter_id', 'bill_periods.meter')
    .select(['bill_periods.meter', 'bill_periods.read_from', 'bill_periods.read_to', 'bill_periods.volume'])
    .select(['meters.meter_number', 'meters.utility_account'])
    .where('bill_periods.meter', 'in', (eb) =>
      eb
        .selectFrom('meters as own')
        .innerJoin('meters as other', 'other.utility_account', 'own.utility_account')
        .select('other.meter_id')
        .where('own.meter_id', 'in', meters),
    )
    .where('bill_periods.read_type', '=', 'estimated')
    .where('bill_periods.source', '=', 'manual')
    .where('bill_periods.created_at', '>', run.at)
    // As in usageOfAccount(), by the index of the meters.
    .where(sql<boolean>`coalesce(bill_periods.status, '') = 'current'`)
    .where('bill_periods.deleted_at', 'is', null)
    .orderBy('bill_periods.bill_period_id')
    .execute()

/**
 * Whether an estimate is what the year before makes of its days, with a period of the import. What it was made of is not
 * kept; one of another quantity is the utility's or a person's own.
 */
async function isMadeOf(db: Db, run: Run, estimate: Estimate, all: Usage): Promise<boolean> {
  const own = all.find(({ meter_id }) => meter_id === estimate.meter)?.periods ?? []
  const gap = gapOf(estimate)
  // As the gap was offered: by the meter's own periods, or beside those of the one that it replaces.
  const sources = [
    own,
    ...all.flatMap(({ meter_id, periods }) => (meter_id === estimate.meter ? [] : [[...own, ...periods]])),
  ]
    .filter((periods) => lastYearsVolume(gap, periods) === estimate.volume)
    .flatMap((periods) => lastYearsPeriods(gap, periods).flatMap((period) => period?.bill_period_id ?? []))
  if (sources.length === 0) return false
  const found = await ownPeriods(db, run)
    .select('bill_period_id')
    .where('bill_period_id', 'in', [...new Set(sources)])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Periods that the import has cancelled are as it has left them, and their days are free. */
async function assertGoneFree(db: Db, run: Run, gone: readonly GonePeriod[]): Promise<void> {
  for (const some of chunks(gone, rowsAtOnce)) {
    const changed = await db
      .selectFrom('bill_periods')
      .select('bill_period_id')
      .where(
        'bill_period_id',
        'in',
        some.map(({ bill_period_id }) => bill_period_id),
      )
      .where('modified_at', '>', run.at)
      .limit(1)
      .executeTakeFirst()
    if (changed) throw isChanged(`Bill period ${changed.bill_period_id}`)
    const current = await db
      .selectFrom('bill_periods')
      .select(['bill_period_id', 'meter', 'read_from', 'read_to'])
      .where(
        'meter',
        'in',
        some.map(({ meter }) => meter),
      )
      .where('status', '=', 'current')
      .where((eb) => eb.or([eb('created_at', '!=', run.at), eb('source', '!=', 'import')]))
      .execute()
    for (const period of some.filter(({ status }) => status === 'current')) {
      const others = current.filter(({ meter }) => meter === period.meter)
      const [other] = overlapping(period, others)
      if (other) throw restsOnIt(`Bill period ${other.bill_period_id}`)
    }
  }
}

/** Meters that the import has made are as it has made them, with no other periods. */
async function assertMetersUnused(db: Db, run: Run, ids: readonly number[]): Promise<void> {
  const changed = await db
    .selectFrom('meters')
    .select('meter_id')
    .where('meter_id', 'in', ids)
    .where((eb) => eb.or([eb('version', '>', 1), eb('deleted_at', 'is not', null)]))
    .orderBy('meter_id')
    .limit(1)
    .executeTakeFirst()
  if (changed) throw isChanged(`Meter ${changed.meter_id}`)
  const period = await db
    .selectFrom('bill_periods')
    .select(['bill_period_id', 'created_at'])
    .where('meter', 'in', ids)
    .where((eb) => eb.or([eb('created_at', '!=', run.at), eb('source', '!=', 'import')]))
    .orderBy('bill_period_id')
    .limit(1)
    .executeTakeFirst()
  if (!period) return
  const by = await db
    .selectFrom('imports')
    .select('import_id')
    .where('kind', '=', 'usage')
    .where('state', '=', 'committed')
    .where('committed_at', '=', period.created_at)
    .executeTakeFirst()
  throw by ? importFirst(by.import_id) : restsOnIt(`Bill period ${period.bill_period_id}`)
}

/** Accounts that the import has made are as it has made them, with its own meters only, in no bid and no contract. */
async function assertAccountsUnused(
  db: Db,
  ids: readonly number[],
  madeMeters: ReadonlySet<number>,
): Promise<void> {
  const changed = await db
    .selectFrom('utility_accounts')
    .select('utility_account_id')
    .where('utility_account_id', 'in', ids)
    .where((eb) => eb.or([eb('version', '>', 1), eb('deleted_at', 'is not', null)]))
    .orderBy('utility_account_id')
    .limit(1)
    .executeTakeFirst()
  if (changed) throw isChanged(`Utility account ${changed.utility_account_id}`)
  const meters = await db
    .selectFrom('meters')
    .select('meter_id')
    .where('utility_account', 'in', ids)
    .execute()
  const meter = meters.find(({ meter_id }) => !madeMeters.has(meter_id))
  if (meter) throw restsOnIt(`Meter ${meter.meter_id}`)
  const bid = await db
    .selectFrom('bid_utility_accounts')
    .select('bid_id')
    .where('utility_account_id', 'in', ids)
    .orderBy('bid_id')
    .limit(1)
    .executeTakeFirst()
  if (bid) throw restsOnIt(`Bid ${bid.bid_id}`)
  const under = await db
    .selectFrom('contract_accounts')
    .select('contract')
    .where('utility_account', 'in', ids)
    .orderBy('contract')
    .limit(1)
    .executeTakeFirst()
  if (under) throw restsOnIt(`Contract ${under.contract}`)
}
