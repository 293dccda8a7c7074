/** Reads records as the contract shows them: related ids, or related records where they are expanded. */
import type { Kysely } from 'kysely'
import { nameOf, type ResourceName, type Row } from '../../../src/contract'
import { isStoredAsJson, type Field } from '../../../src/contract/fields'
import type { LinkFilter } from '../../../src/contract/linkFilters'
import { nowOf } from '../../db/clock'
import { dialectOf, type Dialect } from '../../db/dialects'
import type { Statement, StatementRow } from '../../db/statements'
import type { Tables } from '../../db/tables'
import { chunks } from '../chunks'
import { anyTable } from '../context'
import { invalidParameter } from '../errors'
import type { ExpandTree } from './query'
import { isLimited } from '../limits'
import { resourceOf } from '../registry'
import { visibleTo } from '../visibility'
import { relationsOf, targetNameOf, type ServerResource } from '../resource'
import { linksOf, namesOfAll, rowsOf } from './statements'

export type ApiRecord = Record<string, unknown>

/** Ids read at a time; other requests run in between. */
const idsPerStatement = 1_000
/** Maximum weight of one record of an answer with what it nests. */
const maxWeight = 100_000
/**
 * Maximum number of records nested by one load, each counted once for each node of the tree: they are in memory
 * together, and their ids are known before they are read.
 */
const maxNestedRecords = 20_000
/** Ids, and characters of one long text, that take about as much of an answer as a record. */
const idsPerRecord = 100
const charactersPerRecord = 1_000
/** Smaller weights are not stored: most records have one, and each entry costs the garbage collector time. */
const minStoredWeight = 1.25
const weights = new WeakMap<object, number>()

/**
 * The share of a record in the size of an answer, in records of average size: itself with its long texts, and
 * everything it nests, counted at each node. In memory each nested record exists once.
 */
export const weightOf = (record: object): number => weights.get(record) ?? 1

/** Several records nest more than may be in memory at once; a smaller batch may fit. */
export class TooManyNested extends Error {}

/** The records of one resource at one node of an answer's tree. */
interface ExpandNode {
  resource: ServerResource
  expand: ExpandTree
  ids: readonly number[]
  records: Map<number, ApiRecord>
  /** Ids and names of records that the reader does not see, where others name them; null: at this node they are left out. */
  names: Map<number, ApiRecord> | null
  /** What its relations nest. */
  nested: Map<string, ExpandNode>
}

/**
 * Loads records by id, in the order of the ids; an id without a record is left out. Up to a thousand ids cost one
 * round trip to the database, and one more for each level of expanded relations.
 * @param visible the user whose own records are visible, without the trash; left out: any.
 * @throws ApiError 400 where relations multiply until one record nests more than an answer can carry (TRUST-23).
 * @throws TooManyNested where several of them nest too much together.
 *
 * Fields of kind `signedUrl` hold the key of their content in the file store; signedUrls.ts turns it into an address.
 */
export async function loadRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  expand: ExpandTree = {},
  linkFilter: LinkFilter = {},
  visible?: { to: number | null },
): Promise<ApiRecord[]> {
  const root = nodeOf(resource, ids, expand, null)
  const all: ExpandNode[] = []
  let nestedCount = 0
  for (let level = [root]; level.length > 0;) {
    await readLevel(db, level, linkFilter, visible)
    all.push(...level)
    level = level.flatMap(nestedNodes)
    nestedCount += level.reduce((sum, node) => sum + node.ids.length, 0)
    if (nestedCount > maxNestedRecords)
      throw ids.length > 1 ? new TooManyNested() : nestsTooMuch(maxNestedRecords)
    // Visibility applies to the requested records only.
    visible = undefined
  }
  // Nested records first, since their weights add up.
  const now = nowOf(db).toISOString()
  for (const node of all.reverse())
    for (const record of node.records.values()) {
      nestRecords(record, node)
      Object.assign(record, node.resource.atMoment?.(record, now, db))
    }
  return ids.map((id) => root.records.get(id)).filter((record) => record !== undefined)
}

const nestsTooMuch = (limit: number) =>
  invalidParameter('expand', `One record nests more than ${limit} others. Expand less.`)

const nodeOf = (
  resource: ServerResource,
  ids: readonly number[],
  expand: ExpandTree,
  names: ExpandNode['names'],
): ExpandNode => ({
  resource,
  expand,
  ids,
  records: new Map(),
  names,
  nested: new Map(),
})

/** A statement, and the use of its rows. */
interface Reading extends Statement {
  take: (rows: StatementRow[]) => void
}

/** Reads the records of all nodes of a level, with the ids that they reference, in batches. */
async function readLevel(
  db: Kysely<Tables>,
  level: readonly ExpandNode[],
  linkFilter: LinkFilter,
  visible: { to: number | null } | undefined,
): Promise<void> {
  const dialect = dialectOf(db)
  let size = 0
  let readings: Reading[] = []
  const read = async () => {
    const found = await dialect.readAll(db, readings)
    for (const [index, { take }] of readings.entries()) take(found[index] ?? [])
    readings = []
  }
  for (const node of level)
    for (const some of chunks(node.ids, idsPerStatement)) {
      if (size + some.length > idsPerStatement && readings.length > 0) {
        await read()
        size = 0
      }
      size += some.length
      readings.push(...readingsOf(dialect, node, some, linkFilter, visible))
    }
  if (readings.length > 0) await read()
}

/** Statements that read records of a node completely, but for what they nest. */
function readingsOf(
  dialect: Dialect,
  { resource, records, names }: ExpandNode,
  ids: readonly number[],
  linkFilter: LinkFilter,
  visible: { to: number | null } | undefined,
): Reading[] {
  const { idField } = resource.contract
  const toRecord = readerOf(resource)
  const takeRows = (rows: StatementRow[]) => {
    for (const row of rows) records.set(row[idField] as number, toRecord(row))
  }
  const takeNames = (rows: StatementRow[]) => {
    for (const row of rows) names?.set(row[idField] as number, row)
  }
  return [
    { ...rowsOf(dialect, resource, ids, visible), take: takeRows },
    ...(names ? [{ ...namesOfAll(dialect, resource, ids), take: takeNames }] : []),
    ...manyOf(resource).map((name) => ({
      ...linksOf(dialect, resource, name, ids, linkFilter),
      take: (rows: StatementRow[]) => {
        for (const { owner, target } of rows)
          (records.get(owner as number)?.[name] as unknown[] | undefined)?.push(target)
      },
    })),
  ]
}

const manyOf = ({ contract }: ServerResource): string[] =>
  relationsOf(contract).flatMap(([name, { kind }]) => (kind === 'many' ? [name] : []))

const textsLongerThan = (length: number, { contract }: ServerResource): string[] =>
  Object.entries<Field>(contract.fields).flatMap(([name, field]) =>
    (field.kind === 'text' || field.kind === 'html') && field.max > length ? [name] : [],
  )

/** Whether single records of a resource may weigh as much as many others. */
export const mayBeHeavy = (resource: ServerResource): boolean =>
  textsLongerThan(10 * charactersPerRecord, resource).length > 0

type Reader = (row: StatementRow) => ApiRecord
const readers = new WeakMap<ServerResource, Reader>()

/** Turns rows of a resource into records: parses JSON texts, adds aliases, and starts relations to many empty. */
function readerOf(resource: ServerResource): Reader {
  const known = readers.get(resource)
  if (known) return known
  const entries = Object.entries<Field>(resource.contract.fields)
  const json = entries.filter(([, field]) => isStoredAsJson(field)).map(([name]) => name)
  const aliases = entries.flatMap(([name, { alias }]) =>
    alias === undefined ? [] : [[name, alias] as const],
  )
  const many = manyOf(resource)
  const long = [...json, ...textsLongerThan(charactersPerRecord, resource)]
  const read: Reader = (row) => {
    for (const name of long) {
      const { length } = (row[name] ?? '') as string
      if (length > charactersPerRecord) weights.set(row, weightOf(row) + length / charactersPerRecord)
    }
    for (const name of json) if (row[name] !== null) row[name] = JSON.parse(row[name] as string)
    for (const [name, alias] of aliases) row[alias] = row[name]
    for (const name of many) row[name] = []
    return row
  }
  readers.set(resource, read)
  return read
}

/** The nodes one level below: the records referenced by those of a node, each of them once. */
function nestedNodes({ resource, expand, records, nested }: ExpandNode): ExpandNode[] {
  for (const [name, below] of Object.entries(expand)) {
    const named = [...records.values()].flatMap((record) => record[name] as number | number[] | null)
    const ids = new Set(named.filter((id) => id !== null))
    const target = resourceOf(targetNameOf(resource, name))
    const names = target.contract.namedWhenHidden && isLimited(target) ? new Map<number, ApiRecord>() : null
    nested.set(name, nodeOf(target, [...ids], below, names))
  }
  return [...nested.values()]
}

/** Replaces the ids in a record by the records. */
function nestRecords(record: ApiRecord, { resource, nested }: ExpandNode): void {
  let weight = weightOf(record)
  for (const [name] of relationsOf(resource.contract)) {
    const value = record[name]
    const node = nested.get(name)
    if (!node) {
      weight += (Array.isArray(value) ? value.length : 1) / idsPerRecord
      continue
    }
    const ids = (Array.isArray(value) ? value : [value]) as number[]
    const others = ids
      .map((id) => node.records.get(id) ?? node.names?.get(id))
      .filter((other) => other !== undefined)
    record[name] = Array.isArray(value) ? others : (others[0] ?? null)
    for (const other of others) weight += weightOf(other)
    if (weight > maxWeight) throw nestsTooMuch(maxWeight)
  }
  if (weight >= minStoredWeight) weights.set(record, weight)
}

/** The names of records that seen ones name, by their ids, also of those that the reader does not see (TEAM-6). */
export async function namesShown(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { contract } = resource
  const records =
    contract.namedWhenHidden && isLimited(resource)
      ? await dialectOf(db).readAll(db, [namesOfAll(dialectOf(db), resource, ids)])
      : [await loadRecords(db, resource, ids)]
  return new Map(
    records
      .flat()
      .map((record) => [
        record[contract.idField] as number,
        nameOf(resource.name, record as unknown as Row<ResourceName>),
      ]),
  )
}

/** Whether a record exists, is not in the trash, and is not private to another user. */
export const isAlive = (
  db: Kysely<Tables>,
  resource: ServerResource,
  id: number,
  reader: number | null,
): Promise<boolean> => areAlive(db, resource, [id], reader)

/** Whether that holds for each of some records, which differ. */
export async function areAlive(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  reader: number | null,
): Promise<boolean> {
  const { idField } = resource.contract
  let query = anyTable(db).selectFrom(resource.table).select(idField).where(idField, 'in', ids)
  if (resource.softDeletes) query = query.where('deleted_at', 'is', null)
  const isVisible = visibleTo(resource, reader)
  if (isVisible) query = query.where(isVisible)
  return (await query.execute()).length === ids.length
}
