/** Creates, changes, deletes and restores records: validation, policy, version check, links, derived columns and audit in one transaction. */
import { targetOf } from '../../../src/contract'
import { isColumn } from '../../../src/contract/kit'
import { dialectOf, isInUse } from '../../db/dialect'
import { mayOrRefuse } from '../../policy'
import { audit } from './audit'
import { anyTable, goAlone, type Write } from '../context'
import {
  dependentsOf,
  dependentsOfChange,
  dependentsOfRemoval,
  columnsShownOf,
  derivedOf,
  refreshDependents,
  refreshDerived,
  type Dependents,
} from './derive'
import { ApiError, duplicate, inUse, invalidFields, notFound, stale } from '../errors'
import { fold } from '../fold'
import { namesFieldsTwice, parseInput, withoutUnchangedNames } from '../input'
import { noteChange } from './notices'
import { loadRecords, type ApiRecord } from '../read/records'
import { resourceOf } from '../registry'
import { isReadFromAfar, mannerOf } from './reach'
import { columnsOf, nameOf, relationsOf, targetNameOf, type ServerResource } from '../resource'
import { deleteHeld, deleteLinks, hide, show } from './trash'

type Values = Record<string, unknown>

/**
 * Creates a record from a request body and gives its id.
 * @throws ApiError 400 for wrong fields, 404 for a related record that is not there, 409 for what may not stand
 * twice or is not this user's to make.
 */
export async function createRecord(write: Write, resource: ServerResource, body: unknown): Promise<number> {
  const check = (values: Values) => resource.check(values, null, values)
  return storeNew(write, resource, parseInput(resource.contract.fields, body, 'create', check), body)
}

/**
 * Stores a new record whose values have been read already, or come from the server itself.
 * @throws ApiError as createRecord does.
 */
export async function storeNew(
  write: Write,
  resource: ServerResource,
  sent: Values,
  body: unknown = sent,
): Promise<number> {
  const { contract, table } = resource
  mayOrRefuse(write, nameOf(resource), 'create', sent)
  if (mannerOf(resource) === 'alone') goAlone(write)
  const { intoTrash, named } = await checkRelated(write, resource, sent, null)
  const [trashed] = intoTrash
  if (trashed !== undefined) throw relatedNotFound(resource, trashed)
  const values = await complete(write, resource, sent, null, body)
  const { columns, links } = split(resource, values)
  const now = new Date().toISOString()
  const stamps = {
    version: 1,
    created_by: write.actor,
    created_at: now,
    modified_by: write.actor,
    modified_at: now,
  }
  const inserted = await anyTable(write.db)
    .insertInto(table)
    .values({
      ...stored(columns),
      ...onlyColumns(resource, stamps),
      ...(await derivedOf(write.db, resource, {
        id: null,
        values: { ...columns, ...links },
        changed: [],
        named,
      })),
    })
    .returning(contract.idField)
    .executeTakeFirstOrThrow()
  const id = inserted[contract.idField] as number
  await replaceLinks(write, resource, id, links, null)
  await resource.after(write, id, { values, before: null })
  const record = { name: nameOf(resource), id }
  await refreshDependents(write, await dependentsOf(write.db, record, null, true))
  const [after] = await loadRecords(write.db, resource, [id])
  await audit(write, { action: 'create', resource: contract.name, recordId: id, after })
  noteChange(write, resource, 'created', id, after, ownerOf(resource, columns))
  return id
}

/**
 * Changes a record and gives it as it was before. With a version, only that version is changed: the UPDATE itself
 * decides (TRUST-27).
 * @throws ApiError 400, 404, or 409 with the current record when the version is not the newest.
 */
export async function updateRecord(
  write: Write,
  resource: ServerResource,
  id: number,
  body: unknown,
  { mode, version }: { mode: 'update' | 'patch'; version: number | null },
): Promise<ApiRecord> {
  const { contract } = resource
  const before = await loadForChange(write, resource, id)
  const read = namesFieldsTwice(contract.fields, body)
    ? withoutUnchangedNames(contract.fields, body, before)
    : body
  return storeChange(write, resource, id, parseInput(contract.fields, read, mode), version, body, before)
}

/**
 * Changes a record to values that have been read already, or come from the server itself.
 * @param known the record as it is now, where this transaction has loaded it already.
 * @throws ApiError as updateRecord does.
 */
export async function storeChange(
  write: Write,
  resource: ServerResource,
  id: number,
  sent: Values,
  version: number | null = null,
  body: unknown = sent,
  known?: ApiRecord,
): Promise<ApiRecord> {
  const { contract, table } = resource
  const before = known ?? (await loadForChange(write, resource, id))
  const { intoTrash, named } = await checkRelated(write, resource, sent, before)
  const trashed = intoTrash.find((name) => sent[name] !== before[name])
  if (trashed !== undefined) throw relatedNotFound(resource, trashed)
  mayOrRefuse(write, nameOf(resource), 'change', before)
  if (version !== null && 'version' in before && version !== before['version'])
    throw stale(contract.title, before)
  const values = await complete(write, resource, sent, before, body)
  const { columns, links } = split(resource, values)
  const now = new Date().toISOString()
  const stamps = onlyColumns(resource, { modified_by: write.actor, modified_at: now })
  const counts = 'version' in contract.fields
  const changed = Object.keys(columns).filter((name) => differs(columns[name], before[name]))
  if (resource.alone || changed.some((name) => isReadFromAfar(resource, name))) goAlone(write)
  const self = { name: nameOf(resource), id }
  const moves = changed.some((name) => contract.fields[name]?.kind === 'one')
  const left: Dependents = moves ? await dependentsOf(write.db, self, changed) : new Map<never, never>()
  const relinked = Object.keys(links).filter((name) => differs(links[name], before[name]))
  const derived = await derivedOf(write.db, resource, {
    id,
    values: { ...before, ...columns, ...links },
    changed: [...changed, ...relinked],
    named,
  })
  if (counts || Object.keys({ ...columns, ...derived }).length > 0) {
    const update = anyTable(write.db)
      .updateTable(table)
      .set((eb) => ({
        ...stored(columns),
        ...stamps,
        ...derived,
        ...(counts ? { version: eb('version', '+', 1) } : {}),
      }))
      .where(contract.idField, '=', id)
    if (version === null || !counts) await dialectOf(write.db).post(write.db, update.compile())
    else {
      const { numUpdatedRows } = await update.where('version', '=', version).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw stale(contract.title, before)
    }
  }
  await replaceLinks(write, resource, id, links, before)
  await resource.after(write, id, { values, before })
  const reached = moves
    ? await dependentsOf(write.db, self, changed)
    : await dependentsOfChange(write, { resource, id, record: before }, changed)
  await refreshDependents(write, left, reached)
  const [after] = await loadRecords(write.db, resource, [id])
  await audit(write, { action: 'update', resource: contract.name, recordId: id, before, after })
  noteChange(write, resource, 'updated', id, after)
  return before
}

/**
 * Deletes a record, or puts it into the trash where its resource has one; what it holds goes with it. Gives the
 * record as it was.
 * @throws ApiError 404, or 409 as updateRecord does.
 */
export async function deleteRecord(
  write: Write,
  resource: ServerResource,
  id: number,
  version: number | null,
): Promise<ApiRecord> {
  goAlone(write)
  const { contract, table } = resource
  const before = await loadForChange(write, resource, id)
  mayOrRefuse(write, nameOf(resource), 'remove', before)
  if (version !== null && 'version' in before && version !== before['version'])
    throw stale(contract.title, before)
  const dependents = await dependentsOfRemoval(write, { resource, id, record: before })
  const db = anyTable(write.db)
  if (contract.trash) await hide(db, resource, [id], new Date().toISOString())
  else {
    await deleteHeld(write, resource, [id])
    await deleteLinks(db, resource, id)
    try {
      await db.deleteFrom(table).where(contract.idField, '=', id).execute()
    } catch (error) {
      throw isInUse(error) ? inUse(contract.title) : error
    }
  }
  await refreshDependents(write, dependents)
  await audit(write, { action: 'delete', resource: contract.name, recordId: id, before })
  noteChange(write, resource, 'deleted', id, before)
  return before
}

/**
 * Brings a record back from the trash, and what went there with it: whoever may delete it may do so.
 * @throws ApiError 404 when it is not in the trash.
 */
export async function restoreRecord(write: Write, resource: ServerResource, id: number): Promise<void> {
  goAlone(write)
  const { contract, table } = resource
  const db = anyTable(write.db)
  let query = db
    .selectFrom(table)
    .select('deleted_at')
    .where(contract.idField, '=', id)
    .where('deleted_at', 'is not', null)
  if (resource.owner !== null) query = query.where(resource.owner, '=', write.actor)
  const row = await query.executeTakeFirst()
  if (!row) throw notFound(contract.title)
  const [hidden = {}] = await loadRecords(write.db, resource, [id])
  mayOrRefuse(write, nameOf(resource), 'remove', hidden)
  await show(db, resource, [id], row['deleted_at'] as string)
  await refreshDerived(write.db, resource, [id])
  await refreshDependents(write, await dependentsOf(write.db, { name: nameOf(resource), id }))
  const [after] = await loadRecords(write.db, resource, [id])
  await audit(write, { action: 'restore', resource: contract.name, recordId: id, after })
  noteChange(write, resource, 'restored', id, after)
}

/** Loads a record that is about to change, if it is there for whoever changes it; from then on nobody else does. */
async function loadForChange(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  const { contract, table } = resource
  if (!write.isAlone) {
    const row = anyTable(write.db).selectFrom(table).select(contract.idField).where(contract.idField, '=', id)
    await dialectOf(write.db).post(write.db, row.forNoKeyUpdate().compile())
  }
  const [record] = await loadRecords(write.db, resource, [id], {}, {}, { to: write.actor })
  if (!record) throw notFound(contract.title)
  return record
}

/** The user to whom a new record belongs; null where everybody sees it. */
const ownerOf = ({ owner }: ServerResource, columns: Values): number | null =>
  owner === null ? null : (columns[owner] as number)

/** Everything that a write stores: what was sent, checked by the resource's rules, and what follows from it. */
async function complete(
  write: Write,
  resource: ServerResource,
  sent: Values,
  before: ApiRecord | null,
  body: unknown,
): Promise<Values> {
  const asked = { ...before, ...sent }
  const wrong = resource.check(asked, before, sent)
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const values = { ...sent, ...(await resource.prepare(write, asked, { before, sent, body })) }
  const all = { ...before, ...values }
  await checkUnique(write, resource, all, before)
  return { ...values, ...resource.compute(all) }
}

async function checkUnique(
  write: Write,
  resource: ServerResource,
  values: Values,
  before: ApiRecord | null,
): Promise<void> {
  const { idField } = resource.contract
  const others = () => {
    const query = anyTable(write.db).selectFrom(resource.table).select(idField)
    return before === null ? query : query.where(idField, '!=', before[idField])
  }
  for (const [field, why] of Object.entries(resource.unique)) {
    const value = values[field]
    if (typeof value !== 'string') continue
    if (await others().where(`${field}_key`, '=', fold(value)).executeTakeFirst()) throw duplicate(field, why)
  }
  const { pair } = resource
  if (!pair) return
  const same = pair.fields.reduce((query, field) => query.where(field, '=', values[field]), others())
  const found = await same.executeTakeFirst()
  if (!found) return
  const [current] = await loadRecords(write.db, resource, [found[idField] as number])
  throw duplicate(pair.fields.at(-1) ?? idField, pair.text, current)
}

/**
 * Related records that are named must be there. Those that `before` did not name stay as they are until the write ends.
 * @returns the relations that lead into the trash, where only those may that did before; and by relation the rows of
 * what is named, as far as texts of them are shown.
 * @throws ApiError 404 for a record that is not there at all.
 */
async function checkRelated(
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
    const { idField } = target.contract
    const shown = columnsShownOf(resource, name)
    let query = anyTable(write.db)
      .selectFrom(target.table)
      .select([idField, ...(target.hides ? ['deleted_at'] : []), ...shown])
      .where(idField, 'in', [...wanted])
      .orderBy(idField)
    const there = new Set([before?.[name]].flat())
    // What only writes alone change needs no lock.
    if (
      !write.isAlone &&
      shown.some((column) => !isReadFromAfar(target, column)) &&
      [...wanted].some((id) => !there.has(id))
    )
      query = query.forShare()
    const found = await query.execute()
    if (found.length < wanted.size) throw relatedNotFound(resource, name)
    if (found.some((row) => target.hides && row['deleted_at'] !== null)) intoTrash.push(name)
    // A relation to many passes over what is in the trash.
    named.set(
      name,
      field.kind === 'one' ? found : found.filter((row) => (row['deleted_at'] ?? null) === null),
    )
  }
  return { intoTrash, named }
}

function relatedNotFound(resource: ServerResource, relation: string): ApiError {
  const text = `${resourceOf(targetNameOf(resource, relation)).contract.title} not found.`
  const said = resource.contract.fields[relation]?.missing ?? text
  return new ApiError(404, 'not_found', text, { fields: { [relation]: said } })
}

/** Columns and links of a write; what is only sent and not kept belongs to the resource's `after`. */
function split(
  resource: ServerResource,
  values: Values,
): { columns: Values; links: Record<string, number[]> } {
  const columns: Values = {}
  const links: Record<string, number[]> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = resource.contract.fields[name]
    if (field?.kind === 'many') links[name] = value as number[]
    else if (!field || isColumn(field)) columns[name] = value
  }
  return { columns, links }
}

/** Lists, and whatever else is no plain value, are kept as JSON text. */
const stored = (columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  )

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

const differs = (a: unknown, b: unknown): boolean =>
  isPlain(a) ? a !== b : JSON.stringify(a) !== JSON.stringify(b)

/** Not every resource keeps every stamp. */
function onlyColumns(resource: ServerResource, values: Values): Values {
  const names = new Set(columnsOf(resource.contract).map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** Brings the links of a record to what is wanted. Links to what waits in the trash are neither named nor touched. */
async function replaceLinks(
  write: Write,
  resource: ServerResource,
  id: number,
  links: Record<string, number[]>,
  before: ApiRecord | null,
): Promise<void> {
  const db = anyTable(write.db)
  const { post } = dialectOf(write.db)
  for (const [name, targets] of Object.entries(links)) {
    const link = resource.links[name]
    if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
    const there = (before?.[name] ?? []) as number[]
    // Where the order counts, a changed list is written anew; otherwise links that stay keep their rows.
    const keeps = (target: number) =>
      link.order === undefined ? targets.includes(target) : !differs(there, targets)
    const gone = there.filter((target) => !keeps(target))
    const stays = new Set(there.filter(keeps))
    if (gone.length > 0)
      await post(
        write.db,
        db.deleteFrom(link.table).where(link.own, '=', id).where(link.target, 'in', gone).compile(),
      )
    const rows = targets.flatMap((target, position) =>
      stays.has(target)
        ? []
        : [
            {
              [link.own]: id,
              [link.target]: target,
              ...(link.order === undefined ? {} : { [link.order]: position }),
            },
          ],
    )
    if (rows.length > 0) await post(write.db, db.insertInto(link.table).values(rows).compile())
  }
}
