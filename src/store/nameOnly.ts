import { contract, type ResourceName } from '../contract'
import { isMultiValued, type Field, type Resource } from '../contract/fields'
import type { AnyRow } from './entities'

/** No record has it: each begins with 1. */
const versionOfName = 0

/**
 * A whole row of what an answer tells of a record that the user does not see, where others name it: the id and the name, all other
 * fields empty (TEAM-6). Null for a record that is told of.
 */
export const nameOnlyRow = (resource: ResourceName, record: AnyRow): AnyRow | null => {
  const { fields, namedWhenHidden }: Resource = contract[resource]
  if (!namedWhenHidden || record.version !== undefined) return null
  const empty = Object.entries<Field>(fields).map(([name, field]): [string, unknown] => [
    name,
    isMultiValued(field) ? [] : null,
  ])
  return { ...Object.fromEntries(empty), ...record, version: versionOfName }
}

/** Whether only the name of a record is known, because the user does not see it: it has no page. */
export const isNameOnly = (row: object | undefined): boolean =>
  row !== undefined && 'version' in row && row.version === versionOfName
