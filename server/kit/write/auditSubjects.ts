/** In whose timelines an audit entry stands beside that of its own record (HIST-2). */
import type { ResourceName } from '../../../src/contract'
import {
  historyActions,
  historyFieldsOf,
  namedBy,
  sourceOf,
  type AuditedKind,
} from '../../../src/contract/history'
import { anyTable, type AuditEntry, type Write } from '../context'
import { idsNamed } from '../read/fieldChanges'
import { holdersOf } from '../read/holders'
import { movesAmong } from '../read/moves'
import { isResource, resourceOf } from '../registry'

interface Subject {
  resource: ResourceName
  record_id: number
  kind: AuditedKind
}

const without = (ids: readonly number[], others: readonly number[]): number[] => {
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}

/** Whether a change is of anything that histories show. */
const isShown = (
  name: ResourceName,
  { action, before, after }: AuditEntry,
  settled: readonly string[] = [],
): boolean =>
  action === 'update' &&
  historyFieldsOf(name).some(
    (field) =>
      !settled.includes(field) &&
      JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)),
  )

const valueOf = (record: unknown, field: string): unknown =>
  (record as Readonly<Record<string, unknown>> | undefined)?.[field] ?? null

/** The records that those of some subjects, which are of one resource, name by a relation. */
async function subjectsThrough(
  { db }: Write,
  subjects: readonly Subject[],
  relation: string,
): Promise<Subject[]> {
  const [first] = subjects
  if (!first) return []
  const { table, contract } = resourceOf(first.resource)
  const ids = subjects.map(({ record_id }) => record_id)
  const rows = await anyTable(db)
    .selectFrom(table)
    .select(relation)
    .distinct()
    .where(contract.idField, 'in', ids)
    .execute()
  const resource = namedBy(first.resource, relation)
  return rows.flatMap((row) => idsNamed(row, relation).map((id) => ({ ...first, resource, record_id: id })))
}

/** From where to where a note or a file moves by a change; undefined: it stays. */
const movesOf = async (db: Write['db'], name: ResourceName, { action, before, after }: AuditEntry) => {
  if (action !== 'update') return undefined
  const texts = { before: JSON.stringify(before), after: JSON.stringify(after) }
  return (await movesAmong(db, resourceOf(name), [{ id: 0, action, ...texts }])).get(0)
}

/**
 * Relations of a record are told where they are added or removed; links of two records, and what belongs to one, at each of
 * their changes.
 */
export async function subjectsOf(write: Write, entry: AuditEntry): Promise<Subject[]> {
  const { db } = write
  const { action, resource: name, recordId, before, after } = entry
  const source = isResource(name) ? sourceOf(name) : undefined
  if (!source || !isResource(name) || typeof recordId !== 'number') return []
  if (!historyActions.some((known) => known === action)) return []
  const { kind, by, isPair, through, settled } = source
  if (by === 'owner') {
    const holders = await holdersOf(db, resourceOf(name), [recordId])
    // The record that it has left tells it as well.
    const left = (await movesOf(db, name, entry))?.from
    return [...holders, ...(left ? [left] : [])].map(({ resource, id }) => ({
      resource,
      record_id: id,
      kind,
    }))
  }
  if (settled && action === 'update' && !isShown(name, entry, settled)) return []
  const isTold = kind !== 'links' || (isPair && isShown(name, entry))
  const subjects = by.flatMap((relation): Subject[] => {
    const [old, fresh] = [idsNamed(before, relation), idsNamed(after, relation)]
    const ids = [...without(fresh, old), ...(isTold ? old : without(old, fresh))]
    const resource = namedBy(name, relation)
    return ids.map((id) => ({ resource, record_id: id, kind }))
  })
  if (through !== undefined) return [...subjects, ...(await subjectsThrough(write, subjects, through))]
  // The lists of a record's own links are changed with the record itself.
  const changesOwnList = subjects.length > 0 && kind === 'links' && !isPair
  return changesOwnList ? [...subjects, { resource: name, record_id: recordId, kind }] : subjects
}
