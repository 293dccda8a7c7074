/**
 * How ready opportunities are to be priced (RDY-1, RDY-3), kept beside them: counted with a write of their own, and in
 * the background where something else has changed that it rests on, or where the day has.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { contract } from '../../src/contract'
import {
  addDays,
  addMonths,
  daysInMonth,
  marketDay,
  monthOf,
  monthsFrom,
} from '../../src/contract/gas/calendar'
import { endDateOf } from '../../src/contract/gas/contracts'
import { readinessOf, type ReadyAccount, type Readiness } from '../../src/contract/gas/readiness'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob } from '../kit/changeJob'
import type { Write } from '../kit/context'
import { forAll } from '../kit/write/batch'
import { addChangeNotice } from '../kit/write/notices'
import { resourceOf } from '../kit/registry'
import { marketTimeZoneOf, todayOf } from './market'

type Db = Kysely<Tables>
type MarkKind = Tables['readiness_marks']['kind']

/** Has the opportunities that rest on records counted anew, once the write is committed. */
export async function markForReadiness(
  write: Pick<Write, 'db' | 'batch'>,
  kind: MarkKind,
  targets: readonly (number | null | undefined)[],
): Promise<void> {
  const marks = [...new Set(targets)].flatMap((target) => (target ? [{ kind, target }] : []))
  if (marks.length > 0) await forAll(write, storeMarks, marks)
}

async function storeMarks(
  { db }: Pick<Write, 'db'>,
  marks: readonly { kind: MarkKind; target: number }[],
): Promise<void> {
  const each = new Map(marks.map((mark) => [`${mark.kind} ${mark.target}`, mark]))
  await db
    .insertInto('readiness_marks')
    .values([...each.values()])
    .execute()
}

/** Months that a letter of authorization counts for, and months of which usage is looked at. */
const letterMonths = 12
const usageMonths = 24

/** The rows of a table by a column of ids. */
function groupedBy<C extends string, R extends Record<C, number>>(
  rows: readonly R[],
  column: C,
): ReadonlyMap<number, R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) {
    const group = groups.get(row[column])
    if (group) group.push(row)
    else groups.set(row[column], [row])
  }
  return groups
}

/** A letter of the customer: of an opportunity or of an organization, the latest one. */
const letters = (db: Db, type: 'opportunity' | 'organization', ids: readonly number[]) =>
  db
    .selectFrom('files')
    .select('owner_id')
    .select(({ fn }) => fn.max('created_at').as('created_at'))
    .where('owner_type', '=', type)
    .where('owner_id', 'in', ids)
    .where('tags', 'like', '%"LOA"%')
    .where('deleted_at', 'is', null)
    .groupBy('owner_id')
    .execute()

/** What there is of organizations: a letter, numbers of credit bureaus, a contact with an email at work. */
async function organizationFacts(db: Db, opportunities: readonly number[]) {
  const rows = await db
    .selectFrom('opportunity_organizations')
    .innerJoin('organizations', 'organizations.organization_id', 'opportunity_organizations.organization_id')
    .select(['opportunity_organizations.opportunity_id', 'organizations.organization_id'])
    .select(['organizations.duns_number', 'organizations.bin_number'])
    .where('opportunity_organizations.opportunity_id', 'in', opportunities)
    .where('organizations.deleted_at', 'is', null)
    .execute()
  const ids = [...new Set(rows.map(({ organization_id }) => organization_id))]
  if (ids.length === 0) return { rows, letters: [], reachable: new Set<number>() }
  const links = await db
    .selectFrom('organization_contacts')
    .select('organization')
    .distinct()
    .where('organization', 'in', ids)
    .where('employment_status', '=', 'active')
    .where('work_email', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return {
    rows,
    letters: await letters(db, 'organization', ids),
    reachable: new Set(links.map(({ organization }) => organization)),
  }
}

/** The active accounts of bids, with their meters on a day, their addresses and the complete months before its month. */
async function accountFacts(db: Db, opportunities: readonly number[], today: string) {
  // What is active and what was removed is told here: SQLite would read all such accounts and meters by their indexes.
  const found = await db
    .selectFrom('bids')
    .innerJoin('bid_utility_accounts', 'bid_utility_accounts.bid_id', 'bids.bid_id')
    .innerJoin(
      'utility_accounts',
      'utility_accounts.utility_account_id',
      'bid_utility_accounts.utility_account_id',
    )
    .leftJoin('addresses', (join) =>
      join
        .onRef('addresses.address_id', '=', 'utility_accounts.address')
        .on('addresses.deleted_at', 'is', null),
    )
    .select(['bids.opportunity', 'utility_accounts.utility_account_id'])
    .select(['utility_accounts.loa_expires_on', 'utility_accounts.status', 'addresses.address_id'])
    .distinct()
    .where('bids.opportunity', 'in', opportunities)
    .where('bids.deleted_at', 'is', null)
    .where('utility_accounts.deleted_at', 'is', null)
    .execute()
  const rows = found.filter(({ status }) => status === 'active')
  const ids = [...new Set(rows.map(({ utility_account_id }) => utility_account_id))]
  if (ids.length === 0) return { rows, meters: [], complete: new Map<number, number>() }
  const meters = await db
    .selectFrom('meters')
    .select(['utility_account', 'removed_on'])
    .where('utility_account', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const wholeMonths = monthsFrom(addMonths(monthOf(today), -usageMonths), usageMonths).map(
    (each) => sql`(${each}, cast(${daysInMonth(each)} as integer))`,
  )
  const counts = await db
    .selectFrom('account_months')
    .select('utility_account')
    .select(sql<number>`cast(count(*) as integer)`.as('months'))
    .where('utility_account', 'in', ids)
    .where(sql<boolean>`(month, days_covered) in (values ${sql.join(wholeMonths)})`)
    .groupBy('utility_account')
    .execute()
  return {
    rows,
    meters: meters.filter(({ removed_on }) => removed_on === null || removed_on > today),
    complete: new Map(counts.map(({ utility_account, months }) => [utility_account, months])),
  }
}

type Counted = Readiness & {
  id: number
  /** The first day on which it may be another one without any change; null: there is none. */
  until: string | null
}

/** Counts how ready opportunities are on the market's day, in a fixed number of statements. */
async function countReadiness(db: Db, ids: readonly number[]): Promise<Counted[]> {
  const today = todayOf(db)
  const month = monthOf(today)
  const organizations = await organizationFacts(db, ids)
  const accounts = await accountFacts(db, ids, today)
  const bids = await db
    .selectFrom('bids')
    .innerJoin('organizations', 'organizations.organization_id', 'bids.legal_entity')
    .select(['bids.opportunity', 'organizations.tax_id', 'organizations.fein_number'])
    .where('bids.opportunity', 'in', ids)
    .where('bids.deleted_at', 'is', null)
    .execute()
  const setups = await db
    .selectFrom('credit_setups')
    .select('opportunity')
    .distinct()
    .where('opportunity', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const requested = new Set(setups.map(({ opportunity }) => opportunity))
  const ownLetters = groupedBy(await letters(db, 'opportunity', ids), 'owner_id')
  const theirLetters = groupedBy(organizations.letters, 'owner_id')
  const organizationsOf = groupedBy(organizations.rows, 'opportunity_id')
  const accountsOf = groupedBy(accounts.rows, 'opportunity')
  const bidsOf = groupedBy(bids, 'opportunity')
  const metersOf = groupedBy(accounts.meters, 'utility_account')

  return ids.map((id) => {
    const own = organizationsOf.get(id) ?? []
    const held = accountsOf.get(id) ?? []
    const priced = bidsOf.get(id) ?? []
    const letterEnds = [
      ...(ownLetters.get(id) ?? []),
      ...own.flatMap(({ organization_id }) => theirLetters.get(organization_id) ?? []),
    ].map(({ created_at }) => endDateOf(marketDay(created_at, marketTimeZoneOf(db)), letterMonths))
    const accountEnds = held.flatMap(({ loa_expires_on }) => loa_expires_on ?? [])
    const ready = readinessOf({
      loa: letterEnds.some((end) => end >= today) && accountEnds.every((end) => end >= today),
      legal_entity: priced.length > 0 && priced.every(({ tax_id, fein_number }) => tax_id ?? fein_number),
      credit: requested.has(id) || own.some(({ duns_number, bin_number }) => duns_number ?? bin_number),
      contact: own.some(({ organization_id }) => organizations.reachable.has(organization_id)),
      accounts: held.map(({ utility_account_id, address_id }): ReadyAccount => ({
        completeMonths: accounts.complete.get(utility_account_id) ?? 0,
        hasMeter: metersOf.has(utility_account_id),
        hasAddress: address_id !== null,
      })),
    })
    const turns = [
      ...[...letterEnds, ...accountEnds].filter((end) => end >= today).map((end) => addDays(end, 1)),
      ...held.flatMap(({ utility_account_id }) =>
        (metersOf.get(utility_account_id) ?? []).flatMap(({ removed_on }) => removed_on ?? []),
      ),
      ...(held.length > 0 ? [`${addMonths(month, 1)}-01`] : []),
    ]
    return { id, ...ready, until: turns.sort()[0] ?? null }
  })
}

/**
 * Counts how ready opportunities are, and keeps it with them. As other kept results it leaves their version alone: an
 * open form of one is not out of date.
 * @returns those of which it has changed.
 */
export async function storeReadiness(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('opportunities')
    .select(['opportunity_id', 'ready_score', 'ready_missing', 'ready_until'])
    .where('opportunity_id', 'in', ids)
    .execute()
  const before = new Map(rows.map((row) => [row.opportunity_id, row]))
  const changed: number[] = []
  const written = new Map<string, { set: Omit<(typeof rows)[number], 'opportunity_id'>; ids: number[] }>()
  for (const { id, score, missing, until } of await countReadiness(db, ids)) {
    const set = { ready_score: score, ready_missing: JSON.stringify(missing), ready_until: until }
    const old = before.get(id)
    const isSame = old?.ready_score === score && old.ready_missing === set.ready_missing
    if (!isSame) changed.push(id)
    if (isSame && old.ready_until === until) continue
    // One statement for all with the same result.
    const key = JSON.stringify(set)
    const group = written.get(key) ?? { set, ids: [] }
    group.ids.push(id)
    written.set(key, group)
  }
  for (const group of written.values())
    await db.updateTable('opportunities').set(group.set).where('opportunity_id', 'in', group.ids).execute()
  return changed
}

/**
 * Keeps how ready an opportunity is that nothing belongs to yet: storeReadiness() would find the same, in six reads
 * that hold up its creation.
 */
export async function storeUnready(db: Db, id: number): Promise<void> {
  const { score, missing } = readinessOf({
    loa: false,
    legal_entity: false,
    credit: false,
    contact: false,
    accounts: [],
  })
  await db
    .updateTable('opportunities')
    .set({ ready_score: score, ready_missing: JSON.stringify(missing), ready_until: null })
    .where('opportunity_id', '=', id)
    .execute()
}

const ofAccounts = (condition: RawBuilder<unknown>) =>
  sql<boolean>`opportunity_id in (
    select bids.opportunity from bids
      inner join bid_utility_accounts on bid_utility_accounts.bid_id = bids.bid_id
    where bid_utility_accounts.utility_account_id in (${condition}))`

/** Which opportunities rest on the target of a mark. */
const restsOn = {
  opportunity: (target: number) => sql<boolean>`opportunity_id = ${target}`,
  organization: (target: number) =>
    sql<boolean>`opportunity_id in (
      select opportunity_id from opportunity_organizations where organization_id = ${target}
      union select opportunity from bids where legal_entity = ${target})`,
  contact: (target: number) =>
    sql<boolean>`opportunity_id in (
      select opportunity_id from opportunity_organizations where organization_id in (
        select organization from organization_contacts where contact = ${target}))`,
  account: (target: number) => ofAccounts(sql`${target}`),
  address: (target: number) =>
    ofAccounts(sql`select utility_account_id from utility_accounts where address = ${target}`),
} as const satisfies Record<MarkKind, unknown>

/** Opportunities of a transaction, which holds up other writes for some milliseconds. */
const atOnce = 50

/** Opportunities whose day has come, the ones that were never counted first. */
const dueIds = async (db: Db, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('opportunities')
    .select('opportunity_id')
    .where('ready_until', '<=', todayOf(db))
    .where('deleted_at', 'is', null)
    .orderBy('ready_until')
    .limit(limit)
    .execute()
  return rows.map(({ opportunity_id }) => opportunity_id)
}

/** Opportunities of a transaction of a fill, which nothing waits for. */
const atOnceInFill = 500

/** Counts all that are due, in transactions of a bounded size. */
export async function storeDueReadiness({ db }: OpenDatabase): Promise<void> {
  for (;;) {
    const ids = await dueIds(db, atOnceInFill)
    if (ids.length === 0) return
    await db.transaction().execute((trx) => storeReadiness(trx, ids))
  }
}

/** Counts opportunities that are due. @returns whether there may be more. */
async function countDue(write: Write): Promise<boolean> {
  const ids = await dueIds(write.db, atOnce)
  if (ids.length === 0) return false
  await storeReadiness(write.db, ids)
  const isLast = ids.length < atOnce
  // Told once, not for each of many: open pages read all that they show anew.
  if (isLast) addChangeNotice(write, resourceOf('opportunities'), 'updated', null)
  return !isLast
}

/** Changes of these records leave marks. */
const wokenBy: readonly string[] = [
  ...[contract.opportunities, contract.organizations, contract.contacts, contract.organizationContacts],
  ...[contract.files, contract.bids, contract.creditSetups, contract.addresses],
  ...[contract.utilityAccounts, contract.meters, contract.billPeriods],
].map(({ name }) => name)

/** Soon after its turn a new day counts. */
const tenMinutes = 600_000

/** Counts marked and due opportunities while the server listens; work left by a crash is resumed. */
export function createReadinessCounter(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  return createChangeJob(database, {
    wokenBy,
    log,
    interval: tenMinutes,
    // Woken by nearly every write, it keeps none of them waiting.
    lockMode: 'concurrent',
    work: async (write) => {
      const { db } = write
      const mark = await db
        .selectFrom('readiness_marks')
        .selectAll()
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!mark) return countDue(write)
      const rows = await db
        .selectFrom('opportunities')
        .select('opportunity_id')
        .where('opportunity_id', '>', mark.done_to)
        .where('deleted_at', 'is', null)
        .where(restsOn[mark.kind](mark.target))
        .orderBy('opportunity_id')
        .limit(atOnce)
        .execute()
      const ids = rows.map(({ opportunity_id }) => opportunity_id)
      for (const id of await storeReadiness(db, ids))
        addChangeNotice(write, resourceOf('opportunities'), 'updated', id)
      const last = ids.at(-1)
      if (last === undefined || ids.length < atOnce)
        await db.deleteFrom('readiness_marks').where('id', '=', mark.id).execute()
      else await db.updateTable('readiness_marks').set({ done_to: last }).where('id', '=', mark.id).execute()
      return true
    },
  })
}
