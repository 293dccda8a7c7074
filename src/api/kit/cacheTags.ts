import type { ResourceName } from '../../contract'
import type { NormalizedResult } from './baseQuery'
import { nestedIn } from './expands'

/** What cached answers are tagged with: the resources, and changes of many records, which are none. */
export type TagType = ResourceName | 'bulkChanges'

/** A cache tag: one record, or the list of a resource with its records' names. */
export interface CacheTag {
  type: ResourceName
  id: number | 'LIST'
}

const row = (type: ResourceName, id: number): CacheTag => ({ type, id })

/** Invalidated by every change of the resource: its order, its counts, its references. */
export const listOf = (type: ResourceName): CacheTag => ({ type, id: 'LIST' })

/** A list provides the tags of its rows and of the list itself. None on error: nothing can go stale. */
export const listTags =
  (resource: ResourceName, expand: readonly string[] = []) =>
  (found: NormalizedResult | undefined): CacheTag[] =>
    found
      ? [
          ...found.ids.map((id) => row(resource, id)),
          ...[resource, ...nestedIn(resource, expand)].map(listOf),
        ]
      : []

/** One record, with its nested records. */
export const rowTags =
  (resource: ResourceName, expand: readonly string[] = []) =>
  (found: NormalizedResult | undefined): CacheTag[] =>
    found ? [...found.ids.map((id) => row(resource, id)), ...nestedIn(resource, expand).map(listOf)] : []
