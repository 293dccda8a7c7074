import type { OpenDatabase } from '../../db/dialects'
import type { Client } from '../../kit/http/networkAddresses'

/** How a session ends by one of its refresh tokens. */
export interface SessionEnd extends Client {
  sessionId: string
  userId: number
  reason: 'sign-out' | 'reuse'
}

/**
 * Pending session ends, which cannot be written while the disk is full (TRUST-30). They take effect in this process at
 * once, and its open pages are notified; `write` gets them as soon as writing works again. A process that ends before
 * forgets them: then the session stays usable with its tokens until it expires.
 */
export function createPendingSessionEnds(
  { commitListeners: committed }: OpenDatabase,
  write: (end: SessionEnd) => Promise<void>,
) {
  const ends = new Map<string, SessionEnd>()
  return {
    has: (sessionId: string): boolean => ends.has(sessionId),

    add(end: SessionEnd): void {
      if (ends.has(end.sessionId)) return
      ends.set(end.sessionId, end)
      for (const publish of committed) publish([{ kind: 'session-ended', session: end.sessionId }])
    },

    /** Writes what can be written; the rest is kept for the next time. */
    async flush(): Promise<void> {
      for (const end of ends.values()) {
        try {
          await write(end)
        } catch {
          return
        }
        ends.delete(end.sessionId)
      }
    },
  }
}
