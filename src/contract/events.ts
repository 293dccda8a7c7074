/** Changes of records, as a stream of Server-Sent Events. */
import type { ResourceName } from '.'

/** Answers with the stream, which starts with the changes after it was opened. */
export const changesPath = '/api/events/'

/** The event of a bulk change that has come further, or ended; its data are `{id}`. */
export const bulkChangeEvent = 'bulk-change'

/** The event of notifications that have come, or have been read; it has no data. */
export const notificationEvent = 'notification'

export const changeActions = ['created', 'updated', 'deleted', 'restored'] as const
export type ChangeAction = (typeof changeActions)[number]

/** A change of a record, as `event: change` sends it. The record itself is read by the usual calls. */
export interface RecordChange {
  resource: ResourceName
  /** Null: several records, none of them named. */
  id: number | null
  action: ChangeAction
  /** The record's new version; null where the event has none. */
  version: number | null
}
