/** What audit entries tell of the fields of a record (HIST-1). */
import type { Kysely } from 'kysely'
import { fieldOf, targetOf, type ResourceName } from '../../../src/contract'
import { isRelation } from '../../../src/contract/fields'
import type { FieldChange } from '../../../src/contract/history'
import type { Tables } from '../../db/tables'
import { resourceOf } from '../registry'
import { namesShown } from './records'

export type Values = Readonly<Record<string, unknown>>

/** Empty texts and lists count as no value, as they do in forms. */
export const orNull = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value

/** The fields of these names that differ. */
export const changesOf = (names: readonly string[], before: Values, after: Values): FieldChange[] =>
  names.flatMap((field) => {
    const change = { field, before: orNull(before[field]), after: orNull(after[field]) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })

/** The ids that a relation names before and after a change. */
const idsIn = (change: FieldChange): number[] => [...idsNamed(change, 'before'), ...idsNamed(change, 'after')]

/** The ids that a relation of a record names; none of a record that is not there. */
export function idsNamed(record: unknown, relation: string): number[] {
  const value = (record as Readonly<Record<string, unknown>> | null | undefined)?.[relation]
  return [value].flat().filter((id): id is number => typeof id === 'number')
}

/** Adds the names of the records that changed relations name, one read for each resource. */
export async function addNames(
  db: Kysely<Tables>,
  of: ResourceName,
  changes: readonly FieldChange[],
): Promise<void> {
  const byTarget = new Map<ResourceName, FieldChange[]>()
  for (const change of changes) {
    const field = fieldOf(of, change.field)
    if (!isRelation(field)) continue
    const target = targetOf(field)
    byTarget.set(target, [...(byTarget.get(target) ?? []), change])
  }
  for (const [target, named] of byTarget) {
    const ids = [...new Set(named.flatMap(idsIn))]
    const names = await namesShown(db, resourceOf(target), ids)
    for (const change of named)
      change.names = Object.fromEntries(idsIn(change).map((id) => [id, names.get(id) ?? `#${id}`]))
  }
}

/** The values that the audit has kept. */
export const valuesIn = (text: string | null) => JSON.parse(text ?? '{}') as Values

/** What a user is called, of whom the audit names the id. */
export const actorName = (row: {
  first_name: string | null
  last_name: string | null
  username: string | null
}): string | null => [row.first_name, row.last_name].filter(Boolean).join(' ') || row.username
