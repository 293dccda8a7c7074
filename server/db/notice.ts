import type { RecordChange } from '../../src/contract/events'

/** An event that has been committed. */
export type Notice =
  | {
      kind: 'change'
      change: RecordChange
      /** The id of the only user who may receive it; null: all. */
      owner: number | null
    }
  /** A bulk change has come further, or ended. */
  | { kind: 'bulk-change'; id: number; owner: number }
  /** What a user is told has changed. */
  | { kind: 'notification'; owner: number }
  /** Webhooks have been created, changed or removed. */
  | { kind: 'webhooks' }
  | { kind: 'session-ended'; session: string }
