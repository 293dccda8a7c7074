/**
 * The columns that search, filters and ordering read, computed from a record and its relations: `search`, `<name>_key`
 * for each text ordering and each other text that is filtered, and read-only columns that show a related text. They change in the transaction of the change
 * that they depend on.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Field, Person } from '../../../src/contract/fields'
import type { Tables } from '../../db/tables'
import type { ResourceName } from '../../../src/contract'
import { chunks } from '../chunks'
import { anyTable, requireExclusive, type Write } from '../context'
import { fold, foldSearched } from '../fold'
import { markStale, type RecordRef } from '../staleSortKeys'
import { firstAt, hopsOf, isOwn, isShared, valuesAt, findDependents } from '../paths'
import { isFilled } from '../read/order'
import { allResources, resourceOf } from '../registry'
import { matchColumn, searchedApart, targetNameOf, type ServerResource } from '../resource'
import { plainText } from '../richText'

/** Records recomputed at a time. */
const batchSize = 500
/** The same where texts change: search indexes are slow to update, and a statement blocks the event loop on SQLite. */
const recordsPerTextUpdate = 50
/** UTF-16 code units of a sort key, at most 2,400 bytes: PostgreSQL's indexes allow a few more. */
const maxKeyLength = 800
/** Searched characters of one text: as many as it may have, though some letters fold to 18 (TRUST-25). */
const maxSearchable = 100_000
/** Numbers in a list are ordered as texts of so many digits. */
const paddedDigits = 4

/** The texts at a path of a record: a column's own, or one for each related record. */
export type TextsAt = (path: string) => readonly string[]

type Columns = Record<string, string | null>

/** Computes the derived columns of one record. Fields are separated by line ends, which no folded text holds. */
export function derive(resource: ServerResource, textsAt: TextsAt): Columns {
  const { sortKeys, foldedTexts, derived, matchKeys } = resource
  const columns: Columns = { search: searchTextOf(resource, textsAt) }
  for (const [ordering, path] of Object.entries(sortKeys)) {
    const texts = textsAt(path).map(keyOfText)
    // Empty texts sort last, as null does, where the column is nullable.
    const nonEmpty = isFilled(resource, ordering) ? texts : texts.filter((text) => text !== '')
    // A column that shows the first of several texts is ordered by that one.
    columns[`${ordering}_key`] =
      (ordering in derived || nonEmpty.length < 2 ? nonEmpty : nonEmpty.sort(byBytes))[0] ?? null
  }
  for (const name of foldedTexts) columns[`${name}_key`] = textsAt(name).map(keyOfText)[0] || null
  for (const [column, path] of Object.entries(derived)) columns[column] = textsAt(path)[0] ?? null
  for (const [name, { columns: compared, keyOf }] of Object.entries(matchKeys))
    columns[matchColumn(name)] = keyOf(compared.map((column) => textsAt(column)[0] ?? ''))
  return columns
}

/** The searched texts, one a line; those of links that may be hidden stand last, after a line that no folded text is. */
function searchTextOf(resource: ServerResource, textsAt: TextsAt): string {
  const { heldOfLinks } = resource
  const textsOfPaths = (paths: readonly string[]) => paths.flatMap((path) => searchable(path, textsAt))
  const isApart = (path: string) => heldOfLinks !== null && path.startsWith(`${heldOfLinks.relation}.`)
  const paths = searchedIn(resource)
  const apart = textsOfPaths(paths.filter(isApart))
  const own = textsOfPaths(paths.filter((path) => !isApart(path)))
  return [...own, ...(apart.length > 0 ? [searchedApart, ...apart] : [])].join('\n')
}

/** The sort key of a text. */
export const keyOfText = (text: string): string => fold(text).slice(0, maxKeyLength)

/** The collation of both databases. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The search paths whose texts are copied into `search`. */
const searchedIn = ({ search }: ServerResource): string[] => search.filter((path) => !isShared(path))

/** The columns and relations that a path of `search` reads. */
const partsOf = (path: string): string[] => path.replace(/#$/, '').split('+')
const firstStep = (path: string): string => path.split('.')[0] ?? path

/** Computes once for each resource what its declaration says: each write asks for it several times. */
function oncePerResource<T>(compute: (resource: ServerResource) => T): (resource: ServerResource) => T {
  const known = new WeakMap<ServerResource, { is: T }>()
  return (resource) => {
    const found = known.get(resource) ?? { is: compute(resource) }
    known.set(resource, found)
    return found.is
  }
}

type ColumnPaths = readonly (readonly [column: string, paths: readonly string[]])[]

/** Each derived column with the paths that it reads. */
const columnPaths = oncePerResource((resource): ColumnPaths => [
  ['search', searchedIn(resource).flatMap(partsOf)],
  ...Object.entries(resource.sortKeys).map(([ordering, path]): [string, string[]] => [
    `${ordering}_key`,
    [path],
  ]),
  ...resource.foldedTexts.map((name): [string, string[]] => [`${name}_key`, [name]]),
  ...Object.entries(resource.derived).map(([column, path]): [string, string[]] => [column, [path]]),
  ...Object.entries(resource.matchKeys).map(([name, { columns }]): [string, string[]] => [
    matchColumn(name),
    [...columns],
  ]),
])

/** The paths to texts of related records that the derived columns of a resource read. */
export const relatedPaths = oncePerResource(
  (resource): ReadonlySet<string> =>
    new Set(
      columnPaths(resource)
        .flatMap(([, paths]) => paths)
        .filter((path) => !isOwn(path)),
    ),
)

const pick = (columns: Columns, names: readonly string[]): Columns =>
  Object.fromEntries(names.flatMap((name) => (name in columns ? [[name, columns[name] ?? null]] : [])))

/** A record that is about to be written. */
interface PendingWrite {
  /** Null: a new one, whose only related records are those that it references itself. */
  id: number | null
  values: Values
  /** The columns and relations that change. */
  changed: readonly string[]
  /** Rows of the referenced records that were read already, by relation. */
  named: ReadonlyMap<string, readonly Values[]>
}

/** The columns that are read of a relation's records, besides their ids. */
export const columnsShownOf = (resource: ServerResource, relation: string): string[] => [
  ...new Set(
    columnPaths(resource)
      .flatMap(([, paths]) => paths)
      .flatMap((path) => {
        const [first, column = '', ...more] = path.split('.')
        return first === relation && column !== '' && more.length === 0 ? [column] : []
      }),
  ),
]

/** The derived columns affected by a record's own change, so that they are written with it. */
export async function derivedOf(
  db: Kysely<Tables>,
  resource: ServerResource,
  { id, values, changed, named }: PendingWrite,
): Promise<Columns> {
  const affected = columnPaths(resource).filter(
    ([, paths]) => id === null || paths.some((path) => changed.includes(firstStep(path))),
  )
  const texts = new Map<string, readonly string[]>()
  for (const path of new Set(affected.flatMap(([, paths]) => paths)))
    if (!isOwn(path))
      texts.set(path, await relatedTextsAfterWrite(db, resource, path, { id, values, changed, named }))
  const own = ownTexts(resource, values)
  const columns = derive(resource, (path) => texts.get(path) ?? own(path))
  return pick(
    columns,
    affected.map(([column]) => column),
  )
}

/** The texts at a path to related records, as they will be after the write. */
async function relatedTextsAfterWrite(
  db: Kysely<Tables>,
  resource: ServerResource,
  path: string,
  { id, values, changed, named }: PendingWrite,
): Promise<readonly string[]> {
  const [relation = path, ...rest] = path.split('.')
  const rows = named.get(relation)
  const target = resourceOf(targetNameOf(resource, relation))
  const [column = ''] = rest
  if (rows && rest.length === 1)
    return rows.flatMap((row) => textsOf(target.contract.fields[column], row[column]))
  if (id === null || changed.includes(relation)) {
    const ids = [values[relation]].flat().filter((one): one is number => typeof one === 'number')
    if (ids.length === 0) return []
    return [...(await relatedTexts(db, target, rest.join('.'), ids)).values()].flat()
  }
  return (await relatedTexts(db, resource, path, [id])).get(id) ?? []
}

/** The searched texts at a path; see digits() and joined() in define.ts. */
function searchable(path: string, textsAt: TextsAt): string[] {
  if (path.includes('+')) return [foldSearched(path.split('+').flatMap(textsAt).join(' '))]
  if (!path.endsWith('#')) return textsAt(path).map(foldedStart)
  return textsAt(path.slice(0, -1)).flatMap((text) => {
    const digits = text.replaceAll(/\D/g, '')
    // A text of digits only is found as it is.
    return digits === '' || digits === text ? [] : [digits]
  })
}

/** Characters folded at a time. */
const pieceLength = 10_000

/** The searched start of a folded text. It is folded in pieces, because the whole may be far longer. */
function foldedStart(text: string): string {
  if (text.length <= pieceLength) return foldSearched(text).slice(0, maxSearchable)
  let folded = ''
  for (const [piece] of text.matchAll(/.{1,10000}/gsu)) {
    folded += foldSearched(piece)
    if (folded.length >= maxSearchable) break
  }
  // Spaces on both sides of a boundary between pieces become one.
  return folded.replaceAll(/\s+/g, ' ').slice(0, maxSearchable)
}

/** The texts of one value, by the kind of its field. */
export function textsOf(field: Field | undefined, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (field?.kind === 'list') return listed<string | number>(value).map(entryText)
  if (field?.kind === 'people') return listed<Person>(value).flatMap(personTexts)
  if (typeof value !== 'string') return []
  return field?.kind === 'html' ? [plainText(value)] : [value]
}

const listed = <T>(value: unknown): T[] =>
  typeof value === 'string' ? (JSON.parse(value) as T[]) : (value as T[])
const entryText = (entry: string | number): string =>
  typeof entry === 'number' ? String(entry).padStart(paddedDigits, '0') : entry
const personTexts = ({ email, first_name, last_name }: Person): string[] => [
  email,
  [first_name, last_name].filter(Boolean).join(' '),
]

type Values = Readonly<Record<string, unknown>>

/** Reads the own columns of a record; relations give nothing. */
const ownTexts =
  ({ contract }: ServerResource, values: Values): TextsAt =>
  (path) =>
    isOwn(path) ? textsOf(contract.fields[path], values[path]) : []

/** Recomputes the derived columns of records from the current data. */
export async function refreshDerived(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  await refreshTexts(db, resource, ids, ownColumns(resource))
  await refreshKeys(db, resource, ids, relatedKeys(resource))
}

/** Recomputes the searched texts, the texts of filters and the match keys of records from the current rows. */
export const refreshFolded = (
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> =>
  refreshTexts(db, resource, ids, [
    'search',
    ...resource.foldedTexts.map((name) => `${name}_key`),
    ...Object.keys(resource.matchKeys).map(matchColumn),
  ])

/** The columns with searched texts, or computed from a record's own columns alone. */
const ownColumns = (resource: ServerResource): string[] =>
  columnPaths(resource).flatMap(([name, paths]) => (name === 'search' || paths.every(isOwn) ? [name] : []))

/**
 * Recomputes some of the columns of `ownColumns`, and writes those that have changed, in one statement for many
 * records.
 */
async function refreshTexts(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  names: readonly string[],
): Promise<void> {
  for (const some of chunks(ids, recordsPerTextUpdate)) {
    const fresh = await freshTexts(db, resource, some, names)
    if (fresh) await updateWhereDifferent(db, resource, names, fresh)
  }
}

/** Selects ids and derived columns as they should be; undefined where none of the records exists. */
async function freshTexts(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  names: readonly string[],
): Promise<RawBuilder<unknown> | undefined> {
  const { idField, fields } = resource.contract
  const read = columnPaths(resource).flatMap(([name, paths]) => (names.includes(name) ? paths : []))
  const paths = [...new Set(read)]
  const rows = await anyTable(db)
    .selectFrom(resource.table)
    .select([idField, ...paths.filter((path) => isOwn(path) && path in fields)])
    .where(idField, 'in', ids)
    .execute()
  if (rows.length === 0) return undefined
  const related = new Map<string, Map<unknown, string[]>>()
  for (const path of paths) if (!isOwn(path)) related.set(path, await relatedTexts(db, resource, path, ids))
  const given = rows.map((row) => {
    const own = ownTexts(resource, row)
    const columns = derive(resource, (path) => related.get(path)?.get(row[idField]) ?? own(path))
    const texts = names.map((name) => sql`cast(${columns[name] ?? null} as text)`)
    return sql`(cast(${row[idField]} as integer), ${sql.join(texts)})`
  })
  // Both databases name the columns of a VALUES list like this.
  const selectedColumns = [idField, ...names].map(
    (name, index) => sql`${sql.ref(`column${index + 1}`)} as ${sql.ref(name)}`,
  )
  return sql`select ${sql.join(selectedColumns)} from (values ${sql.join(given)}) as given`
}

/** Sets columns to those of rows with the same id, where they differ. */
async function updateWhereDifferent(
  db: Kysely<Tables>,
  { table, contract }: ServerResource,
  names: readonly string[],
  fresh: RawBuilder<unknown>,
): Promise<void> {
  const own = (name: string) => sql.ref(`${table}.${name}`)
  const given = (name: string) => sql.ref(`fresh.${name}`)
  const set = names.map((name) => sql`${sql.ref(name)} = ${given(name)}`)
  const differences = names.map((name) => sql`${own(name)} is distinct from ${given(name)}`)
  await sql`
    update ${sql.table(table)} set ${sql.join(set)} from (${fresh}) as fresh
    where ${own(contract.idField)} = ${given(contract.idField)} and (${sql.join(differences, sql` or `)})
  `.execute(db)
}

async function relatedTexts(
  db: Kysely<Tables>,
  resource: ServerResource,
  path: string,
  ids: readonly number[],
): Promise<Map<unknown, string[]>> {
  const { target, column, values } = await valuesAt(db, resource, path, ids)
  const field = target.contract.fields[column]
  return new Map(
    [...values].map(([owner, found]) => [owner, found.flatMap((value) => textsOf(field, value))]),
  )
}

/** A column with a text of related records, and the path to it. */
interface RelatedKey {
  name: string
  path: string
  /** The first text itself, or its sort key. */
  kind: 'text' | 'key'
  /** Whether the related record with the lowest id counts; otherwise the text that sorts first. */
  shown: boolean
}

const relatedKeys = ({ sortKeys, derived }: ServerResource): RelatedKey[] =>
  [
    ...Object.entries(sortKeys).map(([ordering, path]) => ({
      ...{ name: `${ordering}_key`, path, kind: 'key' as const },
      shown: ordering in derived,
    })),
    ...Object.entries(derived).map(([name, path]) => ({ name, path, kind: 'text' as const, shown: true })),
  ].filter(({ path }) => !isOwn(path))

/** Recomputes columns with texts of related records, in one statement for many records. */
async function refreshKeys(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  columns: readonly RelatedKey[],
): Promise<void> {
  if (columns.length === 0) return
  const id = sql.ref(resource.contract.idField)
  const names = columns.map(({ name }) => name)
  const values = columns.map(
    ({ name, ...key }) => sql`${firstAt(db, resource, key.path, { ...key, row: 'row' })} as ${sql.ref(name)}`,
  )
  for (const some of chunks(ids, batchSize))
    await updateWhereDifferent(
      db,
      resource,
      names,
      sql`select row.${id} as ${id}, ${sql.join(values)} from ${sql.table(resource.table)} as row where row.${id} in (${sql.join(some)})`,
    )
}

/** Records of a resource whose derived columns read a record at some paths. */
interface Dependent {
  ids: Set<number>
  paths: Set<string>
}
export type Dependents = Map<ServerResource, Dependent>

/** How the keys of very many records are left stale. */
interface StaleKeyOptions {
  /** The orderings of a resource that may be updated later where a path changes, if nothing else depends on it. */
  orderings: (resource: ServerResource, path: string) => string[]
  mark: (resource: ServerResource, orderings: readonly string[], path: string) => Promise<void>
}

/**
 * Finds the records whose derived columns depend on one of some records of a resource; call it before they are deleted,
 * and before and after their relations change.
 * @param changed only dependents on these columns of them.
 * @param leaving marks sort keys as stale instead of returning their records, where there are too many.
 */
export async function dependentsOf(
  db: Kysely<Tables>,
  records: { name: ResourceName; ids: readonly number[] },
  changed: readonly string[] | null = null,
  onlyLinks = false,
  leaving?: StaleKeyOptions,
): Promise<Dependents> {
  const found: Dependents = new Map()
  for (const resource of allResources()) {
    const related = relatedPaths(resource)
    for (const path of related) {
      const orderings = leaving?.orderings(resource, path) ?? []
      const part = orderings.length > 0 ? { most: batchSize + 1 } : undefined
      const ids = await findDependents(db, resource, path, records, changed, onlyLinks, part)
      if (leaving && part && ids.length >= part.most) await leaving.mark(resource, orderings, path)
      // Deleting a record also deletes its cascaded rows, which other paths join.
      else if (ids.length > 0) add(found, resource, ids, changed === null ? related : [path])
    }
  }
  return found
}

/** A record as it was before a write. */
interface Before {
  resource: ServerResource
  id: number
  record: Values
}

/** The same for changes of the records' own columns; the keys of very many others are left stale. */
export const dependentsOfChanges = (
  write: Write,
  resource: ServerResource,
  before: readonly Values[],
  changed: readonly string[],
): Promise<Dependents[]> => dependentsTogether(write, resource, before, changed)

/**
 * The same for records of a resource about to be deleted, or restored. Their cascaded records are deleted with them, and no
 * stale key covers those.
 */
export async function dependentsOfRemoval(
  write: Write,
  resource: ServerResource,
  records: readonly Values[],
): Promise<Dependents[]> {
  if (resource.cascades.length === 0) return dependentsTogether(write, resource, records, null)
  const ids = records.map((record) => record[resource.contract.idField] as number)
  return [await dependentsOf(write.db, { name: resource.name, ids })]
}

/** What depends on some records, found by statements that name all of them unless keys are to be left stale. */
async function dependentsTogether(
  write: Write,
  resource: ServerResource,
  records: readonly Values[],
  changed: readonly string[] | null,
): Promise<Dependents[]> {
  const { idField } = resource.contract
  const each = records.map((record) => ({ resource, id: record[idField] as number, record }))
  if (each.length > 1) {
    const found = { areMany: false }
    const noteMany = () => {
      found.areMany = true
      return Promise.resolve()
    }
    const all = { name: resource.name, ids: each.map(({ id }) => id) }
    const leaving = { orderings: orderingsLeft(resource), mark: noteMany }
    const together = await dependentsOf(write.db, all, changed, false, leaving)
    if (!found.areMany) return [together]
  }
  // Stale keys are marked with the text of one record.
  const alone: Dependents[] = []
  for (const before of each)
    alone.push(await dependentsOf(write.db, oneOf(before), changed, false, leavingOf(write, before)))
  return alone
}

const oneOf = ({ resource, id }: Before) => ({ name: resource.name, ids: [id] })
const namedOf = ({ resource, id }: Before): RecordRef => ({ name: resource.name, id })

/** The orderings of a path that may be left stale where it leads to a resource at once. */
const orderingsLeft =
  (of: ServerResource): StaleKeyOptions['orderings'] =>
  (resource, path) =>
    hopsOf(resource, path).hops.at(-1)?.target === of ? orderingsAlone(resource, path) : []

const leavingOf = (write: Write, before: Before): StaleKeyOptions => ({
  orderings: orderingsLeft(before.resource),
  mark: (resource, orderings, path) => {
    const { column } = hopsOf(resource, path)
    const [text] = textsOf(before.resource.contract.fields[column], before.record[column])
    return markStale(write, resource, orderings, namedOf(before), text === undefined ? null : keyOfText(text))
  },
})

/** The orderings whose keys read a path, where no shown or searched column does. */
const orderingsAlone = (resource: ServerResource, path: string): string[] =>
  searchedIn(resource).flatMap(partsOf).includes(path) || Object.values(resource.derived).includes(path)
    ? []
    : Object.keys(resource.sortKeys).filter((ordering) => resource.sortKeys[ordering] === path)

/** Recomputes the keys of an ordering from the current data, once these records are locked. */
export async function refreshOrdering(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
  ordering: string,
): Promise<void> {
  if (ids.length === 0) return
  await lock(write, resource, ids)
  const columns = relatedKeys(resource).filter(({ name }) => name === `${ordering}_key`)
  await refreshKeys(write.db, resource, ids, columns)
}

function add(to: Dependents, resource: ServerResource, ids: Iterable<number>, paths: Iterable<string>): void {
  const known = to.get(resource)
  to.set(resource, {
    ids: new Set([...(known?.ids ?? []), ...ids]),
    paths: new Set([...(known?.paths ?? []), ...paths]),
  })
}

/** Recomputes the results of dependentsOf, each record once. */
export async function refreshDependents(write: Write, ...found: Dependents[]): Promise<void> {
  const { db } = write
  const all: Dependents = new Map()
  for (const dependents of found)
    for (const [resource, { ids, paths }] of dependents) add(all, resource, ids, paths)
  for (const [resource, { ids, paths }] of all) {
    const sorted = [...ids].sort((a, b) => a - b)
    await lock(write, resource, sorted)
    if (
      searchedIn(resource)
        .flatMap(partsOf)
        .some((path) => paths.has(path))
    )
      await refreshTexts(db, resource, sorted, ['search'])
    await refreshKeys(
      db,
      resource,
      sorted,
      relatedKeys(resource).filter(({ path }) => paths.has(path)),
    )
  }
}

/** Locks records that are about to be recomputed from the current data. */
async function lock(
  write: Write,
  { table, contract }: ServerResource,
  ids: readonly number[],
): Promise<void> {
  if (write.isExclusive) return
  if (ids.length > batchSize) requireExclusive(write)
  const { idField } = contract
  await anyTable(write.db)
    .selectFrom(table)
    .select(idField)
    .where(idField, 'in', ids)
    .orderBy(idField)
    .forNoKeyUpdate()
    .execute()
}
