/** In whose timelines an audit entry stands beside that of its own record (HIST-2). */
import { contract, type ResourceName } from '../../../src/contract'
import { historyActions, namedBy, sourceOf, type AuditedKind } from '../../../src/contract/history'
import type { AuditEntry, Write } from '../context'
import { idsNamed } from '../read/fieldChanges'
import { holdersOf } from '../read/holders'
import { resourceOf } from '../registry'

interface Subject {
  resource: ResourceName
  record_id: number
  kind: AuditedKind
}

const without = (ids: readonly number[], others: readonly number[]): number[] => {
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}

const isResource = (name: string): name is ResourceName => Object.hasOwn(contract, name)

/** Links are told where they are added or removed, other records at each of their changes. */
export async function subjectsOf(
  { db }: Write,
  { action, resource: name, recordId, before, after }: AuditEntry,
): Promise<Subject[]> {
  const source = isResource(name) ? sourceOf(name) : undefined
  if (!source || !isResource(name) || typeof recordId !== 'number') return []
  if (!historyActions.some((known) => known === action)) return []
  const { kind, by, isPair } = source
  if (by === 'owner') {
    const holders = await holdersOf(db, resourceOf(name), [recordId])
    return holders.map(({ resource, id }) => ({ resource, record_id: id, kind }))
  }
  const subjects = by.flatMap((relation): Subject[] => {
    const [old, fresh] = [idsNamed(before, relation), idsNamed(after, relation)]
    const ids = [...without(fresh, old), ...(kind === 'links' ? without(old, fresh) : old)]
    const resource = namedBy(name, relation)
    return ids.map((id) => ({ resource, record_id: id, kind }))
  })
  // The lists of a record's own links are changed with the record itself.
  const changesOwnList = subjects.length > 0 && kind === 'links' && !isPair
  return changesOwnList ? [...subjects, { resource: name, record_id: recordId, kind }] : subjects
}
