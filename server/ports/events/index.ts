/** Distributes notices of changes to every process that serves a database, so that open pages show them at once. */
import type { Notice } from '../../db/notice'

export interface Subscriber {
  onNotice: (notice: Notice) => void
  /** Notices may have been lost, so that shown data must be reloaded. */
  onGap: () => void
}

export interface Events {
  /** Notifies the subscribers of all processes, including this one; failures are only logged. */
  publish(notices: readonly Notice[]): void
  /** @returns ends the subscription. */
  subscribe(subscriber: Subscriber): () => void
  close(): Promise<void>
}
