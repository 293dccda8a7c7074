/** Creates records: validation, policy, links, derived columns and audit in one transaction. */
import type { ResourceName } from '../../../src/contract'
import { nowOf } from '../../db/clock'
import { anyTable, requireExclusive, type AuditEntry, type Write } from '../context'
import type { Exact, Values as NewValues } from '../declaration'
import { notFound } from '../errors'
import { parseInput } from '../input'
import { assertAllowed, assertMayWrite } from '../policy'
import type { ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'
import { auditAll } from './audit'
import { forRecord } from './batch'
import { assertMayShare, ownerOf, computeColumns, checkRelated, relatedNotFound, createdKey } from './checks'
import { stored, split, replaceLinks, onlyColumns } from './columns'
import { dependentsOf, derivedOf, refreshDependents, type Dependents } from './derive'
import { idsByResource, loadStored } from './loadForWrite'
import { lockModeOf } from './lockMode'
import { addChangeNotice } from './notices'
import { notifyFollowers } from './notifications'
import { parseChange } from './update'

type Values = Record<string, unknown>

/**
 * Creates a record from a request body and gives its id.
 * @throws ApiError 400 for wrong fields, 404 for a related record that does not exist, 409 for a duplicate or for a
 *   record that this user may not create.
 */
export async function createRecord(write: Write, resource: ServerResource, body: unknown): Promise<number> {
  const created = await insertParsed(write, resource, body)
  await forRecord(write, finishCreated, created)
  return created.id
}

/**
 * The same, and gives the record as it has been stored.
 * @throws ApiError as createRecord does.
 */
export async function createAndLoad(
  write: Write,
  resource: ServerResource,
  body: unknown,
): Promise<ApiRecord> {
  const created = await insertParsed(write, resource, body)
  const [after] = await finishCreated(write, [created])
  if (!after) throw notFound(resource.contract.title)
  return after
}

async function insertParsed(write: Write, resource: ServerResource, body: unknown): Promise<Created> {
  const check = (values: Values) => resource.check(values, null, values)
  const values = await parseInput(resource.contract.fields, body, 'create', check, resource.bodyNames)
  return insertRecord(write, resource, values, body)
}

/**
 * Stores a new record whose values have been parsed already, or come from the server itself, and gives its id.
 * @throws ApiError as createRecord does.
 */
export async function createFromValues<N extends ResourceName, Given extends NewValues<N>>(
  write: Write,
  resource: ServerResource<N>,
  values: Given & Exact<NoInfer<Given>, NewValues<N>>,
): Promise<number> {
  const created = await insertRecord(write, resource, values, values)
  await forRecord(write, finishCreated, created)
  return created.id
}

async function insertRecord(
  write: Write,
  resource: ServerResource,
  sent: Values,
  body: unknown,
): Promise<Created> {
  const { contract, table } = resource
  assertAllowed(write, resource.name, 'create', sent)
  assertMayShare(write, resource, sent)
  assertMayWrite(write, resource.name, body)
  if (lockModeOf(resource) === 'exclusive') requireExclusive(write)
  const { intoTrash, named } = await checkRelated(write, resource, sent, null)
  const [trashed] = intoTrash
  if (trashed !== undefined) throw relatedNotFound(resource, trashed)
  const values = await computeColumns(write, resource, sent, null, body)
  const { columns, links } = split(resource, values)
  const now = nowOf(write.db).toISOString()
  const stamps = {
    version: 1,
    created_by: write.actor,
    created_at: now,
    modified_by: write.actor,
    modified_at: now,
  }
  const insert = anyTable(write.db)
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
  const returning = write.batch ? insert.returningAll() : insert.returning(contract.idField)
  const inserted: Values = await returning.executeTakeFirstOrThrow()
  const id = inserted[contract.idField] as number
  write.batch?.known.set(createdKey(resource, id), inserted)
  await replaceLinks(write, resource, id, links, null)
  await resource.after(write, id, { values, before: null })
  return { resource, id, owner: ownerOf(resource, columns), journal: write.journal }
}

/** A record whose row has been inserted. */
interface Created {
  readonly resource: ServerResource
  readonly id: number
  readonly owner: number | null
  /** Of the write when it was created. */
  readonly journal: AuditEntry[] | undefined
}

/** What follows from new records: keys of related ones, audit rows and notices. @returns them as they are stored. */
async function finishCreated(write: Write, created: readonly Created[]): Promise<ApiRecord[]> {
  const groups = idsByResource(created)
  const dependents: Dependents[] = []
  for (const [resource, ids] of groups)
    dependents.push(await dependentsOf(write.db, { name: resource.name, ids }, null, true))
  await refreshDependents(write, ...dependents)
  const storedOf = await loadStored(write, groups)
  const all = created.map((one) => {
    const after = storedOf(one)
    if (!after) throw notFound(one.resource.contract.title)
    return { ...one, after }
  })
  const entries = all.map(({ resource, id, after, journal }) => {
    const entry = { action: 'create', resource: resource.contract.name, recordId: id, after }
    journal?.push(entry)
    return entry
  })
  await auditAll(write, entries)
  for (const { resource, id, after, owner } of all)
    addChangeNotice(write, resource, 'created', id, after, owner)
  for (const [resource, ids] of groups) await notifyFollowers(write, resource, ids, 'created')
  return all.map(({ after }) => after)
}

/**
 * The values that a body would store, by all rules that a creation, or a change as a PATCH, keeps; only reads.
 * @param before null: it would be created.
 * @throws ApiError as createRecord and updateRecord do, except for relations that lead nowhere.
 */
export async function checkedValues(
  write: Write,
  resource: ServerResource,
  body: Values,
  before: ApiRecord | null,
): Promise<Values> {
  const check = (values: Values) => resource.check(values, null, values)
  const sent = before
    ? await parseChange(write, resource, before, { body, mode: 'patch' })
    : await parseInput(resource.contract.fields, body, 'create', check, resource.bodyNames)
  assertAllowed(write, resource.name, before ? 'change' : 'create', before ?? sent)
  assertMayWrite(write, resource.name, body)
  const stored = await computeColumns(write, resource, sent, before, body)
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name in sent))
}
