import type { OpenDatabase } from '../db/dialect'
import type { Sender } from './addresses'

/** How a session ends by one of its refresh tokens. */
export interface SessionEnd extends Sender {
  sessionId: string
  userId: number
  reason: 'sign-out' | 'reuse'
}

/**
 * Ends of sessions that cannot be written while the disk is full (TRUST-30). They count in this process at once, and
 * its open pages are told; `write` gets them as soon as something can be written again. A process that ends before
 * that forgets them: then the session lasts until its time is over, for whoever still holds a token of it.
 */
export function createUnwrittenEnds({ committed }: OpenDatabase, write: (end: SessionEnd) => Promise<void>) {
  const ends = new Map<string, SessionEnd>()
  return {
    has: (sessionId: string): boolean => ends.has(sessionId),

    add(end: SessionEnd): void {
      if (ends.has(end.sessionId)) return
      ends.set(end.sessionId, end)
      for (const publish of committed) publish([{ kind: 'session-ended', session: end.sessionId }])
    },

    /** Writes what can be written; what cannot stays for the next time. */
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
