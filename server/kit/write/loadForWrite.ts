/** Loads records as a write finds them, and compares their versions. */
import { dialectOf } from '../../db/dialects'
import { anyTable, type Write } from '../context'
import { notFound, stale, type ApiError } from '../errors'
import { asAuthor, assertSeen, seenIds } from '../limits'
import { loadRecords, type ApiRecord } from '../read/records'
import type { ServerResource } from '../resource'
import { settleBatch, settlePending } from './batch'

export const idOf = ({ contract }: ServerResource, record: ApiRecord) => record[contract.idField] as number

/** A record that a write has stored. */
interface Written {
  readonly resource: ServerResource
  readonly id: number
}

/** The ids of written records by their resources. */
export function idsByResource(written: readonly Written[]): ReadonlyMap<ServerResource, readonly number[]> {
  const groups = new Map<ServerResource, number[]>()
  for (const { resource, id } of written) groups.set(resource, [...(groups.get(resource) ?? []), id])
  return groups
}

/** Loads written records as they are stored. @returns what tells each of them; undefined for one that is gone. */
export async function loadStored(
  { db }: Pick<Write, 'db'>,
  groups: ReadonlyMap<ServerResource, readonly number[]>,
): Promise<(written: Written) => ApiRecord | undefined> {
  const stored = new Map<ServerResource, ReadonlyMap<unknown, ApiRecord>>()
  for (const [resource, ids] of groups) {
    const records = await loadRecords(db, resource, ids)
    stored.set(resource, new Map(records.map((record) => [idOf(resource, record), record])))
  }
  return ({ resource, id }) => stored.get(resource)?.get(id)
}

/** Loads a record that a user changes, if the user sees it, and locks it. */
export async function loadSeen(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  await assertSeen(write, resource, id)
  return loadForChange(write, resource, id)
}

/** Loads records that a user changes, in the order of the ids, if the user sees all of them, and locks them. */
export async function loadAllSeen(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ApiRecord[]> {
  await assertAllSeen(write, resource, ids)
  await settleBatch(write)
  return loadAllForChange(write, resource, ids)
}

/** @throws ApiError 404 where the writer does not see one of some records. */
export async function assertAllSeen(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<void> {
  const seen = await seenIds(write, resource, ids)
  if (ids.some((id) => seen?.has(id) === false)) throw notFound(resource.contract.title)
}

/** Loads a record that is about to change, if it is visible to the writer, and locks it. */
export async function loadForChange(write: Write, resource: ServerResource, id: number): Promise<ApiRecord> {
  await settlePending(write, resource, id)
  const [record] = await loadAllForChange(write, resource, [id])
  if (!record) throw notFound(resource.contract.title)
  return record
}

async function loadAllForChange(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ApiRecord[]> {
  const { contract, table } = resource
  if (!write.isExclusive) {
    const rows = anyTable(write.db)
      .selectFrom(table)
      .select(contract.idField)
      .where(contract.idField, 'in', ids)
      .orderBy(contract.idField)
    await dialectOf(write.db).pipeline(write.db, rows.forNoKeyUpdate().compile())
  }
  const records = await loadRecords(write.db, resource, ids, {}, {}, { to: write.actor })
  if (records.length < ids.length) throw notFound(contract.title)
  return records
}

/** @throws ApiError 409 for a record in another version. */
export async function assertVersion(
  write: Write,
  resource: ServerResource,
  before: ApiRecord,
  version: number | null,
): Promise<void> {
  if (version !== null && 'version' in before && version !== before['version'])
    throw await staleFor(write, resource, before)
}

/** A refusal with the current state of a record, as its reader sees it. */
export async function staleFor(write: Write, resource: ServerResource, before: ApiRecord): Promise<ApiError> {
  const [current] = await asAuthor(write, () => loadRecords(write.db, resource, [idOf(resource, before)]))
  return stale(resource.contract.title, current ?? before)
}
