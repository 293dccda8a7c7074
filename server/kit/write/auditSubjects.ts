/** In whose timelines an audit entry stands beside that of its own record (HIST-2). */
import type { ResourceName } from '../../../src/contract'
import {
  historyActions,
  historyFieldsOf,
  namedBy,
  sourceOf,
  type AuditedKind,
} from '../../../src/contract/history'
import type { AuditEntry, Write } from '../context'
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

/** Whether a change of a link of two records is of anything that histories show. */
const isOfLink = (name: ResourceName, { action, before, after }: AuditEntry): boolean =>
  action === 'update' &&
  historyFieldsOf(name).some(
    (field) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)),
  )

const valueOf = (record: unknown, field: string): unknown =>
  (record as Readonly<Record<string, unknown>> | undefined)?.[field] ?? null

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
export async function subjectsOf({ db }: Write, entry: AuditEntry): Promise<Subject[]> {
  const { action, resource: name, recordId, before, after } = entry
  const source = isResource(name) ? sourceOf(name) : undefined
  if (!source || !isResource(name) || typeof recordId !== 'number') return []
  if (!historyActions.some((known) => known === action)) return []
  const { kind, by, isPair } = source
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
  const isTold = kind !== 'links' || (isPair && isOfLink(name, entry))
  const subjects = by.flatMap((relation): Subject[] => {
    const [old, fresh] = [idsNamed(before, relation), idsNamed(after, relation)]
    const ids = [...without(fresh, old), ...(isTold ? old : without(old, fresh))]
    const resource = namedBy(name, relation)
    return ids.map((id) => ({ resource, record_id: id, kind }))
  })
  // The lists of a record's own links are changed with the record itself.
  const changesOwnList = subjects.length > 0 && kind === 'links' && !isPair
  return changesOwnList ? [...subjects, { resource: name, record_id: recordId, kind }] : subjects
}
