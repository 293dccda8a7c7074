/** Tells every process that serves a database what has happened in it, so that open pages show it at once. */
import type { RecordChange } from '../../../src/contract/events'

/** Something that has happened, and is committed. */
export type Notice =
  | {
      kind: 'change'
      change: RecordChange
      /** The id of the one user who may know of it; null: everybody. */
      owner: number | null
    }
  | { kind: 'session-ended'; session: string }

export interface Subscriber {
  tell: (notice: Notice) => void
  /** Notices may have been lost: whoever shows something has to read it again. */
  lost: () => void
}

export interface Events {
  /** Tells the subscribers of all processes, those of this one included; a failure to do so is only logged. */
  publish(notices: readonly Notice[]): void
  /** @returns ends the subscription. */
  subscribe(subscriber: Subscriber): () => void
  close(): Promise<void>
}
