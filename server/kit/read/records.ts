/** Reads records as the contract shows them: related ids, or related records where they are expanded. */
import type { Kysely } from 'kysely'
import { isKeptAsJson, type Field } from '../../../src/contract/kit'
import { dialectOf, type Dialect } from '../../db/dialect'
import type { Statement, StatementRow } from '../../db/statements'
import type { Tables } from '../../db/tables'
import { chunks } from '../chunks'
import { anyTable } from '../context'
import { invalidParameter } from '../errors'
import type { Narrowing } from './narrow'
import type { ExpandTree } from './query'
import { resourceOf } from '../registry'
import { relationsOf, targetNameOf, type ServerResource } from '../resource'
import { linksOf, rowsOf } from './statements'

export type ApiRecord = Record<string, unknown>

/** Ids that are read at a time; in between, others get their turn. */
const idsAtOnce = 1_000
/** How heavy one record of an answer may become by what it nests. */
const maxWeight = 100_000
/**
 * How many others the records of one load may nest, each counted once for each place of the tree: they are in memory
 * together, and known by their ids before they are read.
 */
const maxHeld = 20_000
/** So many ids take about as much room in an answer as a record, and so many characters of one long text. */
const idsPerRecord = 100
const charactersPerRecord = 1_000
/** What weighs hardly more than one is not kept: most records do, and the collector looks at each that is. */
const keptFrom = 1.25
const weights = new WeakMap<object, number>()

/**
 * How much of an answer a record makes up, in records of the usual size: itself with its long texts, and whatever it
 * nests, counted as often as it stands there. In memory each of them is there once.
 */
export const weightOf = (record: object): number => weights.get(record) ?? 1

/** Several records nest more than is to be in memory at once: fewer of them may do. */
export class TooManyAtOnce extends Error {}

/** Records of one resource that an answer nests at one place of its tree. */
interface Place {
  resource: ServerResource
  expand: ExpandTree
  ids: readonly number[]
  records: Map<number, ApiRecord>
  /** What its relations nest. */
  nested: Map<string, Place>
}

/**
 * Loads records by id, in the order of the ids; an id without a record is left out. Up to a thousand ids cost one
 * round trip to the database, and one more for each level of expanded relations.
 * @param visible of which user's own records they have to be, and none of the trash; left out: any.
 * @throws ApiError 400 where relations multiply until one record nests more than an answer can carry (TRUST-23).
 * @throws TooManyAtOnce where several of them nest too much together.
 *
 * Fields of kind `link` hold where their content lies in the file store; links.ts turns that into addresses.
 */
export async function loadRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  expand: ExpandTree = {},
  narrowing: Narrowing = {},
  visible?: { to: number | null },
): Promise<ApiRecord[]> {
  const root = placeOf(resource, ids, expand)
  const all: Place[] = []
  let held = 0
  for (let level = [root]; level.length > 0;) {
    await readLevel(db, level, narrowing, visible)
    all.push(...level)
    level = level.flatMap(nestedPlaces)
    held += level.reduce((sum, place) => sum + place.ids.length, 0)
    if (held > maxHeld) throw ids.length > 1 ? new TooManyAtOnce() : nestsTooMuch(maxHeld)
    // Who is visible is asked of those alone whom the answer is about.
    visible = undefined
  }
  // What is nested weighs first.
  for (const place of all.reverse()) for (const record of place.records.values()) complete(record, place)
  return ids.map((id) => root.records.get(id)).filter((record) => record !== undefined)
}

const nestsTooMuch = (limit: number) =>
  invalidParameter('expand', `One record nests more than ${limit} others. Expand less.`)

const placeOf = (resource: ServerResource, ids: readonly number[], expand: ExpandTree): Place => ({
  resource,
  expand,
  ids,
  records: new Map(),
  nested: new Map(),
})

/** A statement, and what becomes of its rows. */
interface Reading extends Statement {
  take: (rows: StatementRow[]) => void
}

/** Reads the records of all places of a level, with the ids that they name, so many at a time. */
async function readLevel(
  db: Kysely<Tables>,
  level: readonly Place[],
  narrowing: Narrowing,
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
  for (const { resource, ids, records } of level)
    for (const some of chunks(ids, idsAtOnce)) {
      if (size + some.length > idsAtOnce && readings.length > 0) {
        await read()
        size = 0
      }
      size += some.length
      readings.push(...readingsOf(dialect, resource, records, some, narrowing, visible))
    }
  if (readings.length > 0) await read()
}

/** What tells all of some records of a place but what they nest. */
function readingsOf(
  dialect: Dialect,
  resource: ServerResource,
  records: Place['records'],
  ids: readonly number[],
  narrowing: Narrowing,
  visible: { to: number | null } | undefined,
): Reading[] {
  const { idField } = resource.contract
  const toRecord = readerOf(resource)
  const takeRows = (rows: StatementRow[]) => {
    for (const row of rows) records.set(row[idField] as number, toRecord(row))
  }
  return [
    { ...rowsOf(dialect, resource, ids, visible), take: takeRows },
    ...manyOf(resource).map((name) => ({
      ...linksOf(dialect, resource, name, ids, narrowing),
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

/**
 * How the rows of a resource become records: JSON text becomes values again, aliases stand beside their fields, and
 * relations to many name nobody yet.
 */
function readerOf(resource: ServerResource): Reader {
  const known = readers.get(resource)
  if (known) return known
  const entries = Object.entries<Field>(resource.contract.fields)
  const json = entries.filter(([, field]) => isKeptAsJson(field)).map(([name]) => name)
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

/** The places one level below: the records that those of a place name, each of them once. */
function nestedPlaces({ resource, expand, records, nested }: Place): Place[] {
  for (const [name, below] of Object.entries(expand)) {
    const named = [...records.values()].flatMap((record) => record[name] as number | number[] | null)
    const ids = new Set(named.filter((id) => id !== null))
    nested.set(name, placeOf(resourceOf(targetNameOf(resource, name)), [...ids], below))
  }
  return [...nested.values()]
}

/** Puts records in the place of the ids by which a record names them. */
function complete(record: ApiRecord, { resource, nested }: Place): void {
  let weight = weightOf(record)
  for (const [name] of relationsOf(resource.contract)) {
    const value = record[name]
    const related = nested.get(name)?.records
    if (!related) {
      weight += (Array.isArray(value) ? value.length : 1) / idsPerRecord
      continue
    }
    const ids = (Array.isArray(value) ? value : [value]) as number[]
    const others = ids.map((id) => related.get(id)).filter((other) => other !== undefined)
    record[name] = Array.isArray(value) ? others : (others[0] ?? null)
    for (const other of others) weight += weightOf(other)
    if (weight > maxWeight) throw nestsTooMuch(maxWeight)
  }
  if (weight >= keptFrom) weights.set(record, weight)
}

/** Whether a record is there, not in the trash, and not somebody else's alone. */
export async function isAlive(
  db: Kysely<Tables>,
  resource: ServerResource,
  id: number,
  reader: number | null,
): Promise<boolean> {
  const { idField } = resource.contract
  let query = anyTable(db).selectFrom(resource.table).select(idField).where(idField, '=', id)
  if (resource.hides) query = query.where('deleted_at', 'is', null)
  if (resource.owner !== null) query = query.where(resource.owner, '=', reader)
  return (await query.executeTakeFirst()) !== undefined
}
