/**
 * The columns that search and ordering read, computed from a record and its relations: `search`, `<ordering>_key`
 * for each text ordering, and read-only columns that show a related text. They change in the transaction of
 * whatever they depend on.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ResourceName } from '../../../src/contract'
import type { Field, Person } from '../../../src/contract/kit'
import type { Tables } from '../../db/tables'
import { anyTable } from '../context'
import { fold } from '../fold'
import { isOwn, valuesAt, whoReaches } from './paths'
import { allResources } from '../registry'
import type { ServerResource } from '../resource'
import { plainText } from '../richText'

/** How many records are recomputed at a time. */
const batchSize = 500
/** How many of them are written before other requests get their turn. */
const rowsAtOnce = 20
/** UTF-16 code units of an ordering's key, at most 2,400 bytes: PostgreSQL's indexes have room for a few more. */
const maxKeyLength = 800
/** Characters of one text that are searched: as many as it may have, though some letters fold to 18 (TRUST-25). */
const maxSearchable = 100_000
/** Numbers in a list are ordered as texts of this many digits. */
const paddedDigits = 4

/** The texts that stand at a path of a record: a column's own, or one for each related record. */
export type TextsAt = (path: string) => readonly string[]

/** Computes the derived columns of one record. Fields are separated by line ends, which no folded text holds. */
export function derive(
  { search, keys, derived }: ServerResource,
  textsAt: TextsAt,
): Record<string, string | null> {
  const columns: Record<string, string | null> = {
    search: search.flatMap((path) => searchable(path, textsAt)).join('\n'),
  }
  for (const [ordering, path] of Object.entries(keys)) {
    const texts = textsAt(path).map((text) => fold(text).slice(0, maxKeyLength))
    // A column that shows the first of several texts is ordered by that one.
    columns[`${ordering}_key`] = (ordering in derived ? texts : texts.sort())[0] ?? null
  }
  for (const [column, path] of Object.entries(derived)) columns[column] = textsAt(path)[0] ?? null
  return columns
}

/** What is searched at a path; see digits() and joined() in resource.ts. */
function searchable(path: string, textsAt: TextsAt): string[] {
  if (path.includes('+')) return [fold(path.split('+').flatMap(textsAt).join(' '))]
  if (!path.endsWith('#')) return textsAt(path).map(foldedStart)
  return textsAt(path.slice(0, -1)).map((text) => text.replaceAll(/\D/g, ''))
}

/** As much of a folded text as is searched. It is folded in pieces, because there may be far more of it. */
function foldedStart(text: string): string {
  let folded = ''
  for (const [piece] of text.matchAll(/.{1,10000}/gsu)) {
    folded += fold(piece)
    if (folded.length >= maxSearchable) break
  }
  // Spaces may have met where two pieces do.
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

/** Reads the own columns of a record that is about to be written; its relations are not known yet. */
export const ownTexts =
  ({ contract }: ServerResource, values: Readonly<Record<string, unknown>>): TextsAt =>
  (path) =>
    isOwn(path) ? textsOf(contract.fields[path], values[path]) : []

/** Recomputes the derived columns of records from what the database holds now. */
export async function refreshDerived(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize)
    await refreshBatch(db, resource, ids.slice(start, start + batchSize))
}

async function refreshBatch(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  const { idField, fields } = resource.contract
  const paths = pathsOf(resource)
  const rows = await anyTable(db)
    .selectFrom(resource.table)
    .select([idField, ...paths.filter((path) => isOwn(path) && path in fields)])
    .where(idField, 'in', ids)
    .execute()
  const related = new Map<string, Map<unknown, string[]>>()
  for (const path of paths.filter((path) => !isOwn(path)))
    related.set(path, await relatedTexts(db, resource, path, ids))
  for (const [index, row] of rows.entries()) {
    // The embedded database answers at once and would keep everybody else waiting.
    if (index % rowsAtOnce === rowsAtOnce - 1) await breathe()
    const own = ownTexts(resource, row)
    const textsAt: TextsAt = (path) => related.get(path)?.get(row[idField]) ?? own(path)
    await anyTable(db)
      .updateTable(resource.table)
      .set(derive(resource, textsAt))
      .where(idField, '=', row[idField])
      .execute()
  }
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

/** Whether anything of a resource is derived from related records. */
export const derivesFromRelated = (resource: ServerResource): boolean =>
  pathsOf(resource).some((path) => !isOwn(path))

const pathsOf = ({ search, keys, derived }: ServerResource): string[] => [
  ...new Set(
    [...search, ...Object.values(keys), ...Object.values(derived)].flatMap((path) =>
      path.replace(/#$/, '').split('+'),
    ),
  ),
]

/** Records of other resources whose derived columns read the given ones. */
export type Dependents = Map<ServerResource, Set<number>>

/**
 * Finds whose derived columns depend on a record; to be asked before the record is deleted, and before and after
 * its relations change.
 * @param changed only what depends on these columns of it.
 */
export async function dependentsOf(
  db: Kysely<Tables>,
  record: { name: ResourceName; id: number },
  changed: readonly string[] | null = null,
  onlyLinks = false,
): Promise<Dependents> {
  const found: Dependents = new Map()
  for (const resource of allResources()) {
    const ids = new Set<number>()
    for (const path of pathsOf(resource).filter((path) => !isOwn(path)))
      for (const id of await whoReaches(db, resource, path, record, changed, onlyLinks)) ids.add(id)
    if (ids.size > 0) found.set(resource, ids)
  }
  return found
}

/** Recomputes what dependentsOf has found, each record once. */
export async function refreshDependents(db: Kysely<Tables>, ...found: Dependents[]): Promise<void> {
  const all: Dependents = new Map()
  for (const dependents of found)
    for (const [resource, ids] of dependents)
      all.set(resource, new Set([...(all.get(resource) ?? []), ...ids]))
  for (const [resource, ids] of all)
    await refreshDerived(
      db,
      resource,
      [...ids].sort((a, b) => a - b),
    )
}
