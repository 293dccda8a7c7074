/** Stores a row of a file of records, and takes it back (IMP-3, IMP-6). */
import { targetOf, type ResourceName } from '../../../../src/contract'
import { rulesOf, type RecordImport } from '../../../../src/contract/recordImports'
import { anyTable, type AuditEntry, type Write } from '../../../kit/context'
import { ApiError } from '../../../kit/errors'
import { namesOf } from '../../../kit/read/names'
import type { ApiRecord } from '../../../kit/read/records'
import { allResources, resourceOf } from '../../../kit/registry'
import { columnsOf, relationsOf, type ServerResource } from '../../../kit/resource'
import { createRecord, deleteRecord, patchIfDifferent, returnValues } from '../../../kit/write/write'
import { serverOf, type Planned } from './plan'

type Values = Record<string, unknown>

/** A change that a row has made. */
interface Made {
  readonly resource: ResourceName
  readonly id: number
  /** The version that it has left; null where records have none. */
  readonly version: number | null
  /** The values before, of a changed record; null: it was created. */
  readonly before: Values | null
}

/** What became of a row, as it is kept with it. */
export interface RowResult {
  readonly id: number | null
  readonly made: readonly Made[]
}

/**
 * Stores a row, one of a batch. @returns what tells what became of it, once the batch has ended.
 * @throws ApiError where a rule refuses it; then the transaction has to end.
 */
export async function applyRow(write: Write, name: RecordImport, planned: Planned): Promise<() => RowResult> {
  if (planned.state === 'same') return () => ({ id: planned.id, made: [] })
  const journal: AuditEntry[] = []
  write.journal = journal
  const resource = serverOf(name)
  const { link: rules } = rulesOf(name)
  const id = planned.id ?? (await createRecord(write, resource, planned.body))
  if (planned.id !== null && Object.keys(planned.body).length > 0)
    await patchIfDifferent(write, resource, id, planned.body, null)
  if (planned.link && rules) {
    const of = resourceOf(rules.of.name as ResourceName)
    if (planned.link.id === null) await createRecord(write, of, { ...planned.link.body, [rules.own]: id })
    else await patchIfDifferent(write, of, planned.link.id, planned.link.body, null)
  }
  delete write.journal
  return () => ({ id, made: journal.flatMap(madeOf) })
}

function madeOf({ action, resource: name, recordId, before, after }: AuditEntry): Made[] {
  if ((action !== 'create' && action !== 'update') || typeof recordId !== 'number') return []
  const resource = resourceOf(name as ResourceName)
  const now = (after ?? {}) as ApiRecord
  const version = typeof now['version'] === 'number' ? now['version'] : null
  return [
    {
      resource: resource.name,
      id: recordId,
      version,
      before: action === 'create' ? null : changedValues(resource, before as ApiRecord, now),
    },
  ]
}

/** Set with each change. */
const stamps = ['version', 'created_by', 'modified_by', 'modified_at', 'deleted_by']

/** The values before a change of what it has changed: what people write, and relations that the server keeps. */
function changedValues({ contract }: ServerResource, before: ApiRecord, after: ApiRecord): Values {
  const kept = [...columnsOf(contract), ...relationsOf(contract)].filter(
    ([name, { readOnly, kind }]) => !stamps.includes(name) && (!readOnly || kind === 'one'),
  )
  return Object.fromEntries(
    kept.flatMap(([name]) =>
      JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)
        ? []
        : [[name, before[name] ?? null]],
    ),
  )
}

const keepIt = (why: string) => new ApiError(409, 'refused', why)

/**
 * Takes a row back: what it has created goes into the trash, what it has changed gets its old values.
 * @throws ApiError where a record has changed since, or others have come to rest on it; then the transaction has to end.
 */
export async function returnRow(write: Write, { made }: RowResult): Promise<void> {
  const last = new Map(made.map((one) => [keyOf(one), one]))
  for (const one of last.values()) await assertUnchanged(write, one)
  const own = new Set(made.map(keyOf))
  for (const one of made) if (one.before === null) await assertFree(write, one, own)
  for (const one of [...made].reverse()) {
    const resource = resourceOf(one.resource)
    const { version } = await stateOf(write, one)
    if (one.before !== null) {
      if (Object.keys(one.before).length > 0)
        await returnValues(write, resource, one.id, one.before, version ?? 0)
    } else if (await isThere(write, one)) await deleteRecord(write, resource, one.id, null)
  }
}

const keyOf = ({ resource, id }: Pick<Made, 'resource' | 'id'>): string => `${resource} ${id}`

async function stateOf(
  { db }: Write,
  { resource: name, id }: Pick<Made, 'resource' | 'id'>,
): Promise<{ version: number | null; isGone: boolean }> {
  const { table, contract, softDeletes } = resourceOf(name)
  const row = await anyTable(db)
    .selectFrom(table)
    .selectAll()
    .where(contract.idField, '=', id)
    .executeTakeFirst()
  const version = row?.['version']
  return {
    version: typeof version === 'number' ? version : null,
    isGone: row === undefined || (softDeletes && row['deleted_at'] !== null),
  }
}

const isThere = async (write: Write, one: Made): Promise<boolean> => !(await stateOf(write, one)).isGone

async function assertUnchanged(write: Write, one: Made): Promise<void> {
  const { version, isGone } = await stateOf(write, one)
  if (!isGone && (one.version === null || version === one.version)) return
  if (!isGone && version !== null && (await versionBehind(write, one, version)) === one.version) return
  const resource = resourceOf(one.resource)
  const called = (await namesOf(write.db, resource, [one.id])).get(one.id) ?? `#${one.id}`
  throw keepIt(`${resource.contract.title} ${called} was ${isGone ? 'deleted' : 'changed'} since.`)
}

/** Changes of a record that are looked at, the latest ones. */
const changesLookedAt = 200

/**
 * The version whose values a record has: that of a record which this undo has taken back is the one before what it took
 * back, as another row of the file has left it.
 */
async function versionBehind(
  { db, requestId }: Write,
  { resource, id }: Made,
  version: number,
): Promise<number> {
  const changes = await db
    .selectFrom('audit')
    .select(['before', 'after', 'request_id'])
    .where('resource', '=', resource)
    .where('record_id', '=', id)
    .where('action', '=', 'update')
    .orderBy('id', 'desc')
    .limit(changesLookedAt)
    .execute()
  const before = new Map<number, number>()
  const behind = new Map<number, number>()
  for (const change of changes.reverse()) {
    const [from, to] = [versionIn(change.before), versionIn(change.after)]
    if (change.request_id !== requestId) before.set(to, from)
    else {
      const taken = behind.get(from) ?? from
      behind.set(to, before.get(taken) ?? taken)
    }
  }
  return behind.get(version) ?? version
}

const versionIn = (audited: string | null): number =>
  (JSON.parse(audited ?? '{}') as { version?: number }).version ?? 0

/** @throws ApiError where a record that is not of the row names one that it has created. */
async function assertFree(write: Write, one: Made, own: ReadonlySet<string>): Promise<void> {
  const db = anyTable(write.db)
  const { cascades } = resourceOf(one.resource)
  const refuse = ({ contract }: ServerResource) => keepIt(`${contract.title} was added to it since.`)
  for (const other of allResources()) {
    const { table, contract, softDeletes, links } = other
    for (const [relation, field] of relationsOf(contract)) {
      if (targetOf(field) !== one.resource || field.readOnly) continue
      const link = links[relation]
      let query =
        field.kind === 'one'
          ? db.selectFrom(table).select(`${contract.idField} as id`).where(relation, '=', one.id)
          : link
            ? db.selectFrom(link.table).select(`${link.own} as id`).where(link.target, '=', one.id)
            : null
      if (query && field.kind === 'one' && softDeletes) query = query.where('deleted_at', 'is', null)
      const rows = (await query?.limit(own.size + 1).execute()) ?? []
      if (rows.some(({ id }) => !own.has(`${contract.name} ${String(id)}`))) throw refuse(other)
    }
  }
  // Notes and files name their owner by its type.
  for (const { resource, by, where } of cascades) {
    if (!where) continue
    const other = resourceOf(resource)
    let query = db
      .selectFrom(other.table)
      .select(other.contract.idField)
      .where(by, '=', one.id)
      .where('deleted_at', 'is', null)
    for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
    if (await query.limit(1).executeTakeFirst()) throw refuse(other)
  }
}
