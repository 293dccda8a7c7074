import type { ResourceName } from '../../contract'
import type { NormalizedResult } from './baseQuery'
import { nestedIn } from './expands'

/** What cached answers are tagged with: the resources, and what is none. */
export type TagType =
  | ResourceName
  | 'apiTokens'
  | 'webhooks'
  | 'bulkChanges'
  | 'notifications'
  | 'timelines'
  | 'secondFactors'

/** One record, or the list of a resource with its records' names. */
interface RecordTag {
  type: ResourceName
  id: number | 'LIST'
}

/** The history of one record: its own, since an answered change invalidates no record, and lists change with all of them. */
interface TimelineTag {
  type: 'timelines'
  id: `${ResourceName} ${number}`
}

export type CacheTag = RecordTag | TimelineTag

const row = (type: ResourceName, id: number): RecordTag => ({ type, id })

/** Invalidated by every change of the resource: its order, its counts, its references. */
export const listOf = (type: ResourceName): RecordTag => ({ type, id: 'LIST' })

export const timelineOf = (resource: ResourceName, id: number): TimelineTag => ({
  type: 'timelines',
  id: `${resource} ${id}`,
})

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
