/**
 * Pairs of records that are probably the same (DUP-1), kept in a table: a record is compared by the indexes of its match keys in the
 * background, once it or what it is compared by has changed. So a page of them costs the same however many records there are.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  duplicateReasons,
  type DuplicatePair,
  type DuplicateReason,
  type MergedResource,
} from '../../src/contract/duplicatePairs'
import { emailKey } from '../../src/contract/emailKey'
import { nowOf } from '../db/clock'
import { dialectOf, type OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob } from '../kit/changeJob'
import { anyTable, type Write } from '../kit/context'
import { notFound } from '../kit/errors'
import { asAuthor } from '../kit/limits'
import { resourceOf } from '../kit/registry'
import { audit } from '../kit/write/audit'
import { addChangeNotice } from '../kit/write/notices'

type Db = Kysely<Tables>

/** What a record is compared by: its match keys by their columns, and its emails. */
interface Compared {
  readonly id: number
  readonly keys: Readonly<Partial<Record<string, string | null>>>
  readonly emails: readonly string[]
}

/** Pairs of a record by one reason, at most: what so many have in common tells nothing. */
const pairsPerReason = 20
/** Others of a key that are looked at for what else they share: very many may have one name. */
const candidatesPerKey = 200
/** Records of a transaction, which holds up other writes for some milliseconds. */
const recordsAtOnce = 25

/** Others that share something with a record. */
interface Sharing {
  /** Selects their ids. */
  readonly ids: RawBuilder<unknown>
  /** Selects those that are looked at, where that is not all that there may be. */
  readonly candidates?: RawBuilder<unknown>
}

/** What records may have in common: each has no key, one or several. */
interface Criterion {
  readonly keysOf: (mine: Compared) => readonly string[]
  /** Selects what has a key, a row or more for each of the records. */
  readonly having: (db: Db, key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The others that share one of its keys with a record; `mine` is that record. */
  readonly sharing: (db: Db, mine: Compared, key: string) => Sharing
}

const byColumn = (
  resource: MergedResource,
  column: string,
  condition?: (id: RawBuilder<unknown>, mine: Compared) => RawBuilder<unknown>,
): Criterion => {
  // Resources are declared by the time that records are compared.
  const having = (key: unknown) => {
    const { table, contract } = resourceOf(resource)
    return sql`select ${sql.ref(contract.idField)} as id from ${sql.table(table)}
      where ${sql.ref(column)} = ${key} and deleted_at is null`
  }
  return {
    keysOf: ({ keys }) => (typeof keys[column] === 'string' ? [keys[column]] : []),
    having: (_db, key) => having(key),
    sharing: (_db, mine, key) => {
      const same = sql`${having(key)} and ${sql.ref(resourceOf(resource).contract.idField)} <> ${mine.id}`
      if (!condition) return { ids: same }
      const candidates = sql`${same} limit ${sql.lit(candidatesPerKey)}`
      const ids = sql`select id from (${candidates}) as same where ${condition(sql.ref('same.id'), mine)}`
      return { ids, candidates }
    },
  }
}

const addressesOf = (organization: RawBuilder<unknown>) => sql`
  from organization_addresses as link join addresses as place on place.address_id = link.address
  where link.organization = ${organization} and link.deleted_at is null and place.city_key <> ''`

/** Not where both have cities, and none in common. */
const inOneCity = (id: RawBuilder<unknown>, mine: Compared) => {
  const own = addressesOf(sql`${mine.id}`)
  const others = addressesOf(id)
  return sql`(not exists (select 1 ${own}) or not exists (select 1 ${others}) or exists (
    select place.city_key, place.state ${own} intersect select place.city_key, place.state ${others}))`
}

const atOneOrganization = (id: RawBuilder<unknown>, mine: Compared) => sql`exists (
  select 1 from organization_contacts as own join organization_contacts as other on other.organization = own.organization
  where own.contact = ${mine.id} and own.deleted_at is null
    and other.contact = ${id} and other.deleted_at is null)`

const isEmail = (db: Db, column: string, key: unknown) =>
  sql`${sql.ref(column)} is not null and ${dialectOf(db).lower(sql.ref(column))} = ${key}`

const organizationsByEmail: Criterion = {
  keysOf: ({ emails }) => emails,
  having: (db, key) => sql`select organization_id as id from organizations
    where ${isEmail(db, 'email', key)} and deleted_at is null`,
  sharing: (db, { id }, key) => ({
    ids: sql`${organizationsByEmail.having(db, sql`${key}`)} and organization_id <> ${id}`,
  }),
}

/** By any of its emails, at home or at work. */
const contactsByEmail: Criterion = {
  keysOf: ({ emails }) => emails,
  having: (db, key) => sql`select contact_id as id from contacts where ${isEmail(db, 'personal_email', key)}
    union all select contact from organization_contacts where ${isEmail(db, 'work_email', key)} and deleted_at is null`,
  sharing: (db, { id }, key) => ({
    ids: sql`select contact_id as id from contacts
      where contact_id in (${contactsByEmail.having(db, sql`${key}`)}) and deleted_at is null and contact_id <> ${id}`,
  }),
}

const criteria: {
  readonly [N in MergedResource]: Readonly<Record<keyof (typeof duplicateReasons)[N], Criterion>>
} = {
  organizations: {
    tax_id: byColumn('organizations', 'tax_id_match'),
    duns_number: byColumn('organizations', 'duns_number_match'),
    bin_number: byColumn('organizations', 'bin_number_match'),
    name: byColumn('organizations', 'name_match', inOneCity),
    email: organizationsByEmail,
    phone: byColumn('organizations', 'phone_match'),
  },
  contacts: {
    email: contactsByEmail,
    name: byColumn('contacts', 'name_match', atOneOrganization),
    phone: byColumn('contacts', 'personal_mobile_match'),
  },
}

const keysOf = (emails: readonly (string | null)[]): string[] => [
  ...new Set(emails.flatMap((email) => (email === null ? [] : [emailKey(email)]))),
]

/** What records are compared by; those in the trash are left out. */
async function comparedRecords(
  db: Db,
  resource: MergedResource,
  ids: readonly number[],
): Promise<Compared[]> {
  if (resource === 'organizations') {
    const rows = await db
      .selectFrom('organizations')
      .select(['organization_id', 'name_match', 'tax_id_match', 'duns_number_match', 'bin_number_match'])
      .select(['phone_match', 'email'])
      .where('organization_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ organization_id: id, email, ...keys }) => ({ id, keys, emails: keysOf([email]) }))
  }
  const rows = await db
    .selectFrom('contacts')
    .select(['contact_id', 'name_match', 'personal_mobile_match', 'personal_email'])
    .where('contact_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const links = await db
    .selectFrom('organization_contacts')
    .select(['contact', 'work_email'])
    .where('contact', 'in', ids)
    .where('work_email', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ contact_id: id, personal_email, ...keys }) => ({
    id,
    keys,
    emails: keysOf([
      personal_email,
      ...links.filter(({ contact }) => contact === id).map(({ work_email }) => work_email),
    ]),
  }))
}

interface Others {
  /** What the record has in common with which others. */
  found: Map<number, DuplicateReason[]>
  /** Whether there may be more of them. */
  isCut: boolean
}

/** A key by which something may be shared, among those of all reasons. */
const keyBy = (reason: string, key: string): string => `${reason}\n${key}`

const criteriaOf = (resource: MergedResource) => Object.entries<Criterion>(criteria[resource])

/** The keys of some records that more than one record has: most have none, and so nothing that has to be looked for. */
async function sharedKeys(
  db: Db,
  resource: MergedResource,
  records: readonly Compared[],
): Promise<ReadonlySet<string>> {
  const parts = criteriaOf(resource).flatMap(([reason, { keysOf, having }]) => {
    const keys = [...new Set(records.flatMap(keysOf))].map((key) => sql`(cast(${key} as text))`)
    if (keys.length === 0) return []
    // Both databases name the column of a VALUES list like this.
    const key = sql.ref('given.column1')
    return [
      sql`select cast(${reason} as text) as reason, ${key} as key from (values ${sql.join(keys)}) as given
        where exists (select 1 from (${having(db, key)}) as part limit 1 offset 1)`,
    ]
  })
  if (parts.length === 0) return new Set()
  const all = sql<{ reason: string; key: string }>`${sql.join(parts, sql` union all `)}`
  return new Set((await all.execute(db)).rows.map(({ reason, key }) => keyBy(reason, key)))
}

/** The others with which a record has something in common, by the keys that more than one record has. */
async function othersOf(
  db: Db,
  resource: MergedResource,
  mine: Compared,
  keys: ReadonlySet<string>,
): Promise<Others> {
  const shared = criteriaOf(resource).flatMap(([reason, { keysOf, sharing }]) =>
    keysOf(mine)
      .filter((key) => keys.has(keyBy(reason, key)))
      .map((key) => ({ reason, ...sharing(db, mine, key) })),
  )
  const found = new Map<number, DuplicateReason[]>()
  if (shared.length === 0) return { found, isCut: false }
  const parts = shared.map(
    ({ reason, ids }) => sql`select id, cast(${reason} as text) as reason
      from (${ids} limit ${sql.lit(pairsPerReason)}) as part`,
  )
  const tooMany = shared.flatMap(({ candidates }) =>
    candidates
      ? [
          sql`select 0 as id, cast(null as text) as reason
            from (select 1 from (${candidates}) as part limit 1 offset ${sql.lit(candidatesPerKey - 1)}) as last`,
        ]
      : [],
  )
  const { rows } = await sql<{
    id: number
    /** Null in a row that tells only that there are more candidates than are looked at. */
    reason: DuplicateReason | null
  }>`${sql.join([...parts, ...tooMany], sql` union `)}`.execute(db)
  const counts = new Map<DuplicateReason, number>()
  let isCut = false
  for (const { id, reason } of rows) {
    if (reason === null) {
      isCut = true
      continue
    }
    found.set(id, [...(found.get(id) ?? []), reason])
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return { found, isCut: isCut || [...counts.values()].some((count) => count >= pairsPerReason) }
}

const weightsOf = (resource: MergedResource): Readonly<Record<string, number>> => duplicateReasons[resource]

/** The strongest reason first, and what they weigh together. */
function weighed(resource: MergedResource, reasons: readonly DuplicateReason[]) {
  const weights = weightsOf(resource)
  const sorted = Object.keys(weights).filter((name) => (reasons as readonly string[]).includes(name))
  return {
    reasons: JSON.stringify(sorted),
    score: sorted.reduce((sum, name) => sum + (weights[name] ?? 0), 0),
  }
}

/**
 * Compares records with all others, and keeps the pairs. Of one that shares something with more others than are looked at, no
 * pair and no reason goes: which of the others are seen may be chance.
 * @returns whether any pair has changed.
 */
async function comparePairs(db: Db, resource: MergedResource, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  let hasChanged = false
  const ofAny = (column: 'low' | 'high') =>
    db.selectFrom('duplicate_pairs').selectAll().where('resource', '=', resource).where(column, 'in', ids)
  const known = [...(await ofAny('low').execute()), ...(await ofAny('high').execute())]
  const fresh = new Map<string, { low: number; high: number; reasons: readonly DuplicateReason[] }>()
  const cut = new Set<number>()
  const records = await comparedRecords(db, resource, ids)
  const keys = await sharedKeys(db, resource, records)
  for (const mine of records) {
    const { id } = mine
    const { found, isCut } = await othersOf(db, resource, mine, keys)
    if (isCut) cut.add(id)
    for (const [other, reasons] of found) {
      const [low, high] = id < other ? [id, other] : [other, id]
      const seen = fresh.get(`${low} ${high}`)?.reasons ?? []
      fresh.set(`${low} ${high}`, { low, high, reasons: [...seen, ...reasons] })
    }
  }
  const none = { reasons: '[]', score: 0 }
  for (const { pair_id, low, high, reasons, score, dismissed_at } of known) {
    const found = fresh.get(`${low} ${high}`)
    fresh.delete(`${low} ${high}`)
    const same = db.updateTable('duplicate_pairs').where('pair_id', '=', pair_id)
    const isCut = cut.has(low) || cut.has(high)
    if (!found && ((dismissed_at !== null && score === 0) || isCut)) continue
    const stay = isCut ? (JSON.parse(reasons) as DuplicateReason[]) : []
    const now = found && weighed(resource, [...found.reasons, ...stay])
    if (now?.reasons === reasons && now.score === score) continue
    hasChanged = true
    if (now) await same.set(now).execute()
    else if (dismissed_at !== null) await same.set(none).execute()
    else await db.deleteFrom('duplicate_pairs').where('pair_id', '=', pair_id).execute()
  }
  if (fresh.size === 0) return hasChanged
  await db
    .insertInto('duplicate_pairs')
    .values(
      [...fresh.values()].map(({ low, high, reasons }) => ({
        resource,
        low,
        high,
        ...weighed(resource, reasons),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['resource', 'low', 'high']).doUpdateSet(({ ref }) => ({
        reasons: ref('excluded.reasons'),
        score: ref('excluded.score'),
      })),
    )
    .execute()
  return true
}

/**
 * Compares the records of some marks. A comparison of all waits for those of single records, which have just been written.
 * @returns whether there may be more.
 */
async function compareMarked(write: Write): Promise<boolean> {
  const { db } = write
  const marks = db.selectFrom('duplicate_marks').selectAll().orderBy('id')
  const single = await marks.where('record_id', 'is not', null).limit(recordsAtOnce).execute()
  const first = single[0] ?? (await marks.limit(1).executeTakeFirst())
  if (!first) return false
  const { resource, done_to } = first
  const compare = async (ids: readonly number[]) => {
    if (await comparePairs(db, resource, ids)) addChangeNotice(write, resourceOf(resource), 'updated', null)
  }
  if (first.record_id !== null) {
    const same = single.filter((mark) => mark.resource === resource)
    await compare([...new Set(same.flatMap(({ record_id }) => record_id ?? []))])
    await db
      .deleteFrom('duplicate_marks')
      .where(
        'id',
        'in',
        same.map(({ id }) => id),
      )
      .execute()
    return true
  }
  const { table, contract } = resourceOf(resource)
  const rows = await anyTable(db)
    .selectFrom(table)
    .select(contract.idField)
    .where(contract.idField, '>', done_to)
    .where('deleted_at', 'is', null)
    .orderBy(contract.idField)
    .limit(recordsAtOnce)
    .execute()
  const ids = rows.map((row) => row[contract.idField] as number)
  await compare(ids)
  const last = ids.at(-1)
  if (last === undefined || ids.length < recordsAtOnce)
    await db.deleteFrom('duplicate_marks').where('id', '=', first.id).execute()
  else await db.updateTable('duplicate_marks').set({ done_to: last }).where('id', '=', first.id).execute()
  return true
}

/** Compares marked records while the server listens; work left by a crash is resumed. */
export const createPairFinder = (database: OpenDatabase, log: (error: unknown) => void): BackgroundJob =>
  createChangeJob(database, {
    wokenBy: ['organizations', 'contacts', 'organizationContacts', 'organizationAddresses', 'addresses'],
    log,
    // Woken by many writes, it keeps none of them waiting.
    lockMode: 'concurrent',
    work: compareMarked,
  })

/** A page of the pairs of a resource, and how many there are: those that wait, or those that were dismissed. */
export async function pairsOf(
  db: Db,
  resource: MergedResource,
  { dismissed, limit, offset }: { dismissed: boolean; limit: number; offset: number },
): Promise<{ count: number; pairs: DuplicatePair[] }> {
  const listed = db
    .selectFrom('duplicate_pairs')
    .where('resource', '=', resource)
    .where('score', '>', 0)
    .where('dismissed_at', dismissed ? 'is not' : 'is', null)
  const count = listed.select(({ fn }) => fn.countAll<number>().as('count'))
  const rows = await listed
    .select(['pair_id', 'low', 'high', 'reasons', 'dismissed_at'])
    // Of the same state: pairs are found at any time.
    .select(count.as('count'))
    .orderBy(dismissed ? 'dismissed_at' : 'score', 'desc')
    .orderBy('pair_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    count: (rows[0] ?? (await count.executeTakeFirstOrThrow())).count ?? 0,
    pairs: rows.map(({ pair_id, low, high, reasons, dismissed_at }) => ({
      pair_id,
      ids: [low, high],
      reasons: JSON.parse(reasons) as DuplicateReason[],
      dismissed_at,
    })),
  }
}

/** Says of a pair that it is no duplicate, or takes that back. @throws ApiError 404 */
export async function dismissPair(
  write: Write,
  resource: MergedResource,
  pair: number,
  isDismissed: boolean,
): Promise<void> {
  const { db, actor } = write
  const listed = db.selectFrom('duplicate_pairs').select('pair_id').where('pair_id', '=', pair)
  if (!(await asAuthor(write, () => listed.executeTakeFirst()))) throw notFound('Pair')
  const updated = await db
    .updateTable('duplicate_pairs')
    .set({
      dismissed_at: isDismissed ? nowOf(db).toISOString() : null,
      dismissed_by: isDismissed ? actor : null,
    })
    .where('resource', '=', resource)
    .where('pair_id', '=', pair)
    .returning(['low', 'high'])
    .executeTakeFirst()
  if (!updated) throw notFound('Pair')
  const { low, high } = updated
  await audit(write, {
    action: isDismissed ? 'dismiss duplicate' : 'undo dismissal of duplicate',
    resource,
    recordId: low,
    after: { pair_id: pair, other: high },
  })
  addChangeNotice(write, resourceOf(resource), 'updated', null)
}
