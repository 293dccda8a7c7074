/** What the values of a record have to meet, beside the kinds of its fields. */
import { targetOf } from '../../../src/contract'
import { isRelation } from '../../../src/contract/fields'
import { anyTable, type Write } from '../context'
import { ApiError, duplicate, invalidFields } from '../errors'
import { fold } from '../fold'
import { asAuthor, assertOwnTeam, seenIds } from '../limits'
import { assertRight } from '../policy'
import { loadRecords, type ApiRecord } from '../read/records'
import { resourceOf } from '../registry'
import { relationsOf, targetNameOf, type ServerResource } from '../resource'
import { columnsShownOf } from './derive'
import { isReadTransitively } from './lockMode'

type Values = Record<string, unknown>

/**
 * A private record is one's own; what others see takes the right to write, also to make it so, and to take or bring it back.
 * @throws ApiError 409
 */
export function assertMayShare(
  write: Write,
  { sharedBy }: ServerResource,
  ...states: readonly Values[]
): void {
  if (sharedBy !== null && states.some((state) => state[sharedBy])) assertRight(write, 'write')
}

/** The owner of a new record; null for one that all users see. */
export const ownerOf = ({ owner }: ServerResource, columns: Values): number | null =>
  owner === null ? null : (columns[owner] as number)

/** All columns of a write: the values sent, checked by the resource's rules, and those computed from them. */
export async function computeColumns(
  write: Write,
  resource: ServerResource,
  sent: Values,
  before: ApiRecord | null,
  body: unknown,
): Promise<Values> {
  const merged = { ...before, ...sent }
  const errors = resource.check(merged, before, sent)
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  const values = { ...sent, ...(await resource.prepare(write, merged, { before, sent, body })) }
  const all = { ...before, ...values }
  await checkUnique(write, resource, all, before)
  return { ...values, ...resource.compute(all) }
}

export async function checkUnique(
  write: Write,
  resource: ServerResource,
  values: Values,
  before: ApiRecord | null,
): Promise<void> {
  const { idField } = resource.contract
  const others = () => {
    let query = anyTable(write.db).selectFrom(resource.table).select(idField)
    if (resource.softDeletes) query = query.where('deleted_at', 'is', null)
    return before === null ? query : query.where(idField, '!=', before[idField])
  }
  for (const [field, why] of Object.entries(resource.unique)) {
    const value = values[field]
    if (typeof value !== 'string') continue
    if (await others().where(`${field}_key`, '=', fold(value)).executeTakeFirst()) throw duplicate(field, why)
  }
  const { uniqueTogether } = resource
  if (!uniqueTogether || isFirstOfNew(write, resource, uniqueTogether.fields, values)) return
  const same = uniqueTogether.fields.reduce(
    (query, field) => query.where(field, '=', values[field]),
    others(),
  )
  const found = await same.executeTakeFirst()
  if (!found) return
  const [current] = await asAuthor(write, () => loadRecords(write.db, resource, [found[idField] as number]))
  throw duplicate(uniqueTogether.fields.at(-1) ?? idField, uniqueTogether.text, current)
}

/** Whether values name a record that the batch has created, and stand for the first time since: no other record has them. */
function isFirstOfNew(
  { batch }: Write,
  { table, contract }: ServerResource,
  names: readonly string[],
  values: Values,
): boolean {
  const isNew = names.some((name) => {
    const field = contract.fields[name]
    if (!field || !isRelation(field)) return false
    return batch?.known.has(createdKey(resourceOf(targetOf(field)), values[name] as number)) === true
  })
  if (!isNew) return false
  const key = `together ${table} ${names.map((name) => String(values[name])).join(' ')}`
  if (batch?.known.has(key)) return false
  batch?.known.set(key, true)
  return true
}

/**
 * Checks that referenced records exist. Newly referenced ones are locked against changes until the write ends.
 * @returns the relations that lead into the trash, which is allowed only where they did before; and by relation the
 *   rows of referenced records, as far as texts of them are shown.
 * @throws ApiError 404 for a record that does not exist at all.
 */
export async function checkRelated(
  write: Write,
  resource: ServerResource,
  values: Values,
  before: ApiRecord | null,
): Promise<{ intoTrash: string[]; named: Map<string, Values[]> }> {
  const intoTrash: string[] = []
  const named = new Map<string, Values[]>()
  for (const [name, field] of relationsOf(resource.contract)) {
    if (field.readOnly || values[name] === undefined || values[name] === null) continue
    const wanted = new Set([values[name]].flat())
    named.set(name, [])
    if (wanted.size === 0) continue
    const target = resourceOf(targetOf(field))
    const shown = columnsShownOf(resource, name)
    const currentIds = new Set([before?.[name]].flat())
    // Changes made by exclusive writes only need no lock.
    const isLocked =
      !write.isExclusive &&
      shown.some((column) => !isReadTransitively(target, column)) &&
      [...wanted].some((id) => !currentIds.has(id))
    const found = await readRelated(write, target, [...wanted] as number[], shown, isLocked)
    if (found.length < wanted.size) throw relatedNotFound(resource, name)
    const fresh = [...wanted].filter((id) => !currentIds.has(id)) as number[]
    const seen = fresh.length === 0 ? null : await seenIds(write, target, fresh)
    if (fresh.some((id) => seen?.has(id) === false)) throw relatedNotFound(resource, name)
    if (name === resource.limitedBy && fresh.length > 0) assertOwnTeam(write, resource, values[name])
    if (found.some((row) => target.softDeletes && row['deleted_at'] !== null)) intoTrash.push(name)
    // A relation to many ignores records in the trash.
    named.set(
      name,
      field.kind === 'one' ? found : found.filter((row) => (row['deleted_at'] ?? null) === null),
    )
  }
  return { intoTrash, named }
}

/**
 * Columns of referenced records, by their ids. In a batch each record is read once, and one that the batch has created not at
 * all, as long as none is changed.
 */
async function readRelated(
  { db, batch }: Write,
  target: ServerResource,
  ids: readonly number[],
  shown: readonly string[],
  isLocked: boolean,
): Promise<Values[]> {
  const { idField, fields } = target.contract
  const columns = [idField, ...(target.softDeletes ? ['deleted_at'] : []), ...shown]
  const keyOf = (id: number) => `${target.table} ${id} ${columns.join()} ${isLocked}`
  // Columns that follow from others are brought up to date at the end of the batch.
  const isOwn = shown.every((column) => column in fields && !(column in target.derived))
  const known = new Map<number, Values>()
  for (const id of ids) {
    const row = batch?.known.get(keyOf(id)) ?? (isOwn ? batch?.known.get(createdKey(target, id)) : undefined)
    if (row) known.set(id, row as Values)
  }
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const query = anyTable(db).selectFrom(target.table).select(columns).where(idField, 'in', unknown)
    const ordered = query.orderBy(idField)
    for (const row of await (isLocked ? ordered.forShare() : ordered).execute()) {
      known.set(row[idField] as number, row)
      batch?.known.set(keyOf(row[idField] as number), row)
    }
  }
  return [...known.values()].sort((a, b) => (a[idField] as number) - (b[idField] as number))
}

export function relatedNotFound(resource: ServerResource, relation: string): ApiError {
  const text = `${resourceOf(targetNameOf(resource, relation)).contract.title} not found.`
  const message = resource.contract.fields[relation]?.requiredMessage ?? text
  return new ApiError(404, 'not_found', text, { fields: { [relation]: message } })
}

export const createdKey = ({ table }: ServerResource, id: number) => `created ${table} ${id}`
