/** Creates, changes and deletes records: validation, version check, links, derived columns and audit in one transaction. */
import { targetOf } from '../../src/contract'
import { audit } from './audit'
import { anyTable, type Write } from './context'
import {
  dependentsOf,
  derive,
  derivesFromRelated,
  ownTexts,
  refreshDependents,
  refreshDerived,
} from './derive'
import { ApiError, duplicate, invalidFields, notFound, stale } from './errors'
import { fold } from './fold'
import { parseInput } from './input'
import { isAlive, loadRecords, type ApiRecord } from './records'
import { columnsOf, relationsOf, type ServerResource } from './resource'
import { resources } from '../resources'

type Values = Record<string, unknown>

/**
 * Creates a record from a request body and gives its id.
 * @throws ApiError 400 for wrong fields, 404 for a related record that is not there, 409 for a name in use.
 */
export async function createRecord(write: Write, resource: ServerResource, body: unknown): Promise<number> {
  const { contract, table } = resource
  const values = parseInput(contract.fields, body, 'create')
  await checkRelated(write, resource, values)
  await checkValues(write, resource, values, null)
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
    .values({ ...columns, ...onlyColumns(resource, stamps), ...derive(resource, ownTexts(columns)) })
    .returning(contract.idField)
    .executeTakeFirstOrThrow()
  const id = inserted[contract.idField] as number
  await replaceLinks(write, resource, id, links)
  if (derivesFromRelated(resource)) await refreshDerived(write.db, resource, [id])
  const [after] = await loadRecords(write.db, resource, [id])
  await audit(write, { action: 'create', resource: contract.name, recordId: id, after })
  return id
}

/**
 * Changes a record. With a version, only that version is changed: the UPDATE itself decides (TRUST-27).
 * @throws ApiError 400, 404, or 409 with the current record when the version is not the newest.
 */
export async function updateRecord(
  write: Write,
  resource: ServerResource,
  id: number,
  body: unknown,
  { mode, version }: { mode: 'update' | 'patch'; version: number | null },
): Promise<void> {
  const { contract, table } = resource
  if (!(await isAlive(write.db, resource, id))) throw notFound(contract.title)
  const values = parseInput(contract.fields, body, mode)
  // Related records are locked before the record itself, as a change of theirs does that reaches this one.
  await checkRelated(write, resource, values)
  const before = await loadForChange(write, resource, id)
  await checkValues(write, resource, { ...before, ...values }, id)
  const { columns, links } = split(resource, values)
  const now = new Date().toISOString()
  let update = anyTable(write.db)
    .updateTable(table)
    .set((eb) => ({
      ...columns,
      ...onlyColumns(resource, {
        version: eb('version', '+', 1),
        modified_by: write.actor,
        modified_at: now,
      }),
    }))
    .where(contract.idField, '=', id)
  if (version !== null) update = update.where('version', '=', version)
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw stale(contract.title, before)
  await replaceLinks(write, resource, id, links)
  await refreshDerived(write.db, resource, [id])
  const changed = Object.keys(columns).filter((name) => columns[name] !== before[name])
  await refreshDependents(write.db, await dependentsOf(write.db, contract.name, id, changed))
  const [after] = await loadRecords(write.db, resource, [id])
  await audit(write, { action: 'update', resource: contract.name, recordId: id, before, after })
}

/**
 * Deletes a record, or puts it into the trash where its resource has one.
 * @throws ApiError 404, or 409 as updateRecord does.
 */
export async function deleteRecord(
  write: Write,
  resource: ServerResource,
  id: number,
  version: number | null,
): Promise<void> {
  const { contract, table } = resource
  const before = await loadForChange(write, resource, id)
  if (version !== null && version !== before['version']) throw stale(contract.title, before)
  const dependents = await dependentsOf(write.db, contract.name, id)
  const db = anyTable(write.db)
  if (contract.trash)
    await db
      .updateTable(table)
      .set({ deleted_at: new Date().toISOString() })
      .where(contract.idField, '=', id)
      .execute()
  else await db.deleteFrom(table).where(contract.idField, '=', id).execute()
  await refreshDependents(write.db, dependents)
  await audit(write, { action: 'delete', resource: contract.name, recordId: id, before })
}

/** Loads a record that is about to change; nobody else changes it before this transaction ends. */
async function loadForChange(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  const { contract, table } = resource
  let query = anyTable(write.db)
    .selectFrom(table)
    .select(contract.idField)
    .where(contract.idField, '=', id)
    .forNoKeyUpdate()
  if (contract.trash) query = query.where('deleted_at', 'is', null)
  const [record] = (await query.executeTakeFirst()) ? await loadRecords(write.db, resource, [id]) : []
  if (!record) throw notFound(contract.title)
  return record
}

/** Rules that need more than one field's own kind and limits: the resource's, and unique names. */
async function checkValues(
  write: Write,
  resource: ServerResource,
  values: Values,
  id: number | null,
): Promise<void> {
  const wrong = resource.check(values)
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const { idField } = resource.contract
  for (const [field, why] of Object.entries(resource.unique)) {
    const value = values[field]
    if (typeof value !== 'string') continue
    let query = anyTable(write.db)
      .selectFrom(resource.table)
      .select(idField)
      .where(`${field}_key`, '=', fold(value))
    if (id !== null) query = query.where(idField, '!=', id)
    if (await query.executeTakeFirst()) throw duplicate(field, why)
  }
}

/** Related records that are named must be there, and stay as they are until this transaction ends. */
async function checkRelated(write: Write, resource: ServerResource, values: Values): Promise<void> {
  for (const [name, field] of relationsOf(resource.contract)) {
    if (field.readOnly || values[name] === undefined || values[name] === null) continue
    const wanted = new Set([values[name]].flat())
    if (wanted.size === 0) continue
    const target = resources[targetOf(field)]
    const { idField, trash, title } = target.contract
    let query = anyTable(write.db)
      .selectFrom(target.table)
      .select(idField)
      .where(idField, 'in', [...wanted])
      .orderBy(idField)
      .forShare()
    if (trash) query = query.where('deleted_at', 'is', null)
    const found = await query.execute()
    if (found.length < wanted.size)
      throw new ApiError(404, 'not_found', `${title} not found.`, {
        fields: { [name]: `${title} not found.` },
      })
  }
}

function split(
  resource: ServerResource,
  values: Values,
): { columns: Values; links: Record<string, number[]> } {
  const columns: Values = {}
  const links: Record<string, number[]> = {}
  for (const [name, value] of Object.entries(values))
    if (resource.contract.fields[name]?.kind === 'many') links[name] = value as number[]
    else columns[name] = value
  return { columns, links }
}

/** Not every resource keeps every stamp. */
function onlyColumns(resource: ServerResource, values: Values): Values {
  const names = new Set(columnsOf(resource.contract).map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

async function replaceLinks(
  write: Write,
  resource: ServerResource,
  id: number,
  links: Record<string, number[]>,
): Promise<void> {
  for (const [name, targets] of Object.entries(links)) {
    const link = resource.links[name]
    if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
    const db = anyTable(write.db)
    await db.deleteFrom(link.table).where(link.own, '=', id).execute()
    if (targets.length > 0)
      await db
        .insertInto(link.table)
        .values(
          targets.map((target, position) => ({
            [link.own]: id,
            [link.target]: target,
            ...(link.order === undefined ? {} : { [link.order]: position }),
          })),
        )
        .execute()
  }
}
