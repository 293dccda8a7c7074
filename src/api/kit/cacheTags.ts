import type { ResourceName } from '../../contract'
import type { Found } from './baseQuery'
import { nestedIn } from './expands'

/** A cached answer about one record, or about which records there are and what they are called. */
export interface CacheTag {
  type: ResourceName
  id: number | 'LIST'
}

const row = (type: ResourceName, id: number): CacheTag => ({ type, id })

/** Goes stale with every change of the resource: its order, its counts, what refers to it. */
export const listOf = (type: ResourceName): CacheTag => ({ type, id: 'LIST' })

/** A list holds its rows, and is itself held to be complete. None on error: there is nothing to go stale. */
export const listTags =
  (resource: ResourceName, expand: readonly string[] = []) =>
  (found: Found | undefined): CacheTag[] =>
    found
      ? [
          ...found.ids.map((id) => row(resource, id)),
          ...[resource, ...nestedIn(resource, expand)].map(listOf),
        ]
      : []

/** One record, with the records nested in it. */
export const rowTags =
  (resource: ResourceName, expand: readonly string[] = []) =>
  (found: Found | undefined): CacheTag[] =>
    found ? [...found.ids.map((id) => row(resource, id)), ...nestedIn(resource, expand).map(listOf)] : []
