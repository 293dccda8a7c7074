/** What changes while a page is open: a stream of Server-Sent Events. */
import type { ResourceName } from '.'

/** Answers with the stream; each opening of it begins with what happens from then on. */
export const changesPath = '/api/events/'

export const changeActions = ['created', 'updated', 'deleted', 'restored'] as const
export type ChangeAction = (typeof changeActions)[number]

/** A change of a record, as `event: change` tells it. What the record holds now is read as ever. */
export interface RecordChange {
  resource: ResourceName
  /** Null: several records, of which none is named. */
  id: number | null
  action: ChangeAction
  /** The record's version from then on; null where none is told. */
  version: number | null
}
