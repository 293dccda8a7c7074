/** Stores a row of a file of records, and takes it back (IMP-3, IMP-6). */
import { targetOf, type ResourceName } from '../../../../src/contract'
import { rulesOf, type ImportLink, type RecordImport } from '../../../../src/contract/recordImports'
import { anyTable, type AuditEntry, type Write } from '../../../kit/context'
import { ApiError } from '../../../kit/errors'
import { namesOf } from '../../../kit/read/names'
import type { ApiRecord } from '../../../kit/read/records'
import { allResources, resourceOf } from '../../../kit/registry'
import { columnsOf, relationsOf, type ServerResource } from '../../../kit/resource'
import { createRecord } from '../../../kit/write/create'
import { deleteRecords } from '../../../kit/write/remove'
import { patchInBatch, returnValues } from '../../../kit/write/update'
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
    await patchInBatch(write, resource, id, planned.body)
  if (rules) for (const link of planned.links) await applyLink(write, rules, link, id)
  delete write.journal
  return () => ({ id, made: journal.flatMap(madeOf) })
}

async function applyLink(
  write: Write,
  { of: { name }, own }: ImportLink,
  { id, body }: Planned['links'][number],
  record: number,
): Promise<void> {
  const of = resourceOf(name as ResourceName)
  if (id === null) await createRecord(write, of, { ...body, [own]: record })
  else await patchInBatch(write, of, id, body)
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

/** Thrown where rows can not be taken back together, because one of them builds on what another has changed. */
class NotTogether extends Error {}

/**
 * Takes rows back, in their order: what they have created goes into the trash, what they have changed gets its old values. What
 * is said of several records is read and written by statements that name all of them.
 * @throws ApiError where a record has changed since, or others have come to rest on it; then the transaction has to end.
 */
export async function returnRows(write: Write, rows: readonly RowResult[]): Promise<void> {
  const made = rows.flatMap((row) => [...new Map(row.made.map((one) => [keyOf(one), one])).values()])
  if (new Set(made.map(keyOf)).size < made.length) throw new NotTogether()
  const all = groupsOf(rows.flatMap((row) => row.made))
  for (const some of all) await assertUnchanged(write, some)
  const own = new Set(made.map(keyOf))
  for (const some of all) {
    const created = some.filter(({ before }) => before === null)
    if (created.length > 0) await assertFree(write, created, own)
  }
  const left = rows.map((row) => [...row.made])
  for (;;) {
    const [next] = left.flatMap((row) => row.slice(-1))
    if (!next) return
    const some = left.flatMap((row) => {
      const last = row.at(-1)
      const isAlike = last?.resource === next.resource && (last.before === null) === (next.before === null)
      return isAlike ? row.splice(-1) : []
    })
    await returnAlike(write, resourceOf(next.resource), some)
  }
}

/** Takes changes of records of one resource back, each of another one, that are creations, or none. */
async function returnAlike(write: Write, resource: ServerResource, some: readonly Made[]): Promise<void> {
  const states = await statesOf(write, resource, some)
  const created = some.filter((one) => one.before === null && !states.get(one.id)?.isGone)
  if (created.length > 0)
    await deleteRecords(
      write,
      resource,
      created.map(({ id }) => ({ id, version: null })),
    )
  for (const { id, before } of some)
    if (before !== null && Object.keys(before).length > 0)
      await returnValues(write, resource, id, before, states.get(id)?.version ?? 0)
}

const keyOf = ({ resource, id }: Pick<Made, 'resource' | 'id'>): string => `${resource} ${id}`

/** The last change of each record, by their resources. */
function groupsOf(made: readonly Made[]): Made[][] {
  const groups = new Map<ResourceName, Map<number, Made>>()
  for (const one of made) {
    const group = groups.get(one.resource) ?? new Map<number, Made>()
    groups.set(one.resource, group.set(one.id, one))
  }
  return [...groups.values()].map((group) => [...group.values()])
}

interface State {
  version: number | null
  isGone: boolean
}

const gone: State = { version: null, isGone: true }

/** The versions of some records, and whether they are gone. */
async function statesOf(
  { db }: Write,
  { table, contract, softDeletes }: ServerResource,
  some: readonly Pick<Made, 'id'>[],
): Promise<ReadonlyMap<number, State>> {
  const { idField, fields } = contract
  const columns = [
    idField,
    ...('version' in fields ? ['version'] : []),
    ...(softDeletes ? ['deleted_at'] : []),
  ]
  const ids = some.map(({ id }) => id)
  const rows = await anyTable(db).selectFrom(table).select(columns).where(idField, 'in', ids).execute()
  const states = new Map<number, State>(ids.map((id) => [id, gone]))
  for (const row of rows)
    states.set(row[idField] as number, {
      version: (row['version'] ?? null) as number | null,
      isGone: softDeletes && row['deleted_at'] !== null,
    })
  return states
}

/** @throws ApiError where one of some records of a resource is not as its row has left it. */
async function assertUnchanged(write: Write, some: readonly Made[]): Promise<void> {
  const [first] = some
  if (!first) return
  const resource = resourceOf(first.resource)
  const states = await statesOf(write, resource, some)
  for (const one of some) {
    const { version, isGone } = states.get(one.id) ?? gone
    if (!isGone && (one.version === null || version === one.version)) continue
    if (!isGone && version !== null && (await versionBehind(write, one, version)) === one.version) continue
    const called = (await namesOf(write.db, resource, [one.id])).get(one.id) ?? `#${one.id}`
    throw keepIt(`${resource.contract.title} ${called} was ${isGone ? 'deleted' : 'changed'} since.`)
  }
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

/** @throws ApiError where a record that is none of its own names one of some records of a resource. */
async function assertFree(write: Write, some: readonly Made[], own: ReadonlySet<string>): Promise<void> {
  const db = anyTable(write.db)
  const name = some[0]?.resource
  if (!name) return
  const ids = some.map(({ id }) => id)
  const { cascades } = resourceOf(name)
  const refuse = ({ contract }: ServerResource) => keepIt(`${contract.title} was added to it since.`)
  for (const other of allResources()) {
    const { table, contract, softDeletes, links } = other
    for (const [relation, field] of relationsOf(contract)) {
      if (targetOf(field) !== name || field.readOnly) continue
      const link = links[relation]
      let query =
        field.kind === 'one'
          ? db.selectFrom(table).select(`${contract.idField} as id`).where(relation, 'in', ids)
          : link
            ? db.selectFrom(link.table).select(`${link.own} as id`).distinct().where(link.target, 'in', ids)
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
      .where(by, 'in', ids)
      .where('deleted_at', 'is', null)
    for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value)
    if (await query.limit(1).executeTakeFirst()) throw refuse(other)
  }
}
