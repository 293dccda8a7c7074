import type { ResourceName } from '../contract'
import type { Found } from './baseQuery'

/** A cached answer about one record, or about which records there are. */
export interface CacheTag {
  type: ResourceName
  id: number | 'LIST'
}

const row = (type: ResourceName, id: number): CacheTag => ({ type, id })

/** A list holds its rows, and is itself held to be complete. None on error: there is nothing to go stale. */
export const listTags =
  (resource: ResourceName) =>
  (found: Found | undefined): CacheTag[] =>
    found ? [...found.ids.map((id) => row(resource, id)), { type: resource, id: 'LIST' }] : []

/** One record. */
export const rowTags =
  (resource: ResourceName) =>
  (found: Found | undefined): CacheTag[] =>
    found ? found.ids.map((id) => row(resource, id)) : []
