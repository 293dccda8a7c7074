/** What a browser keeps, in a cookie that no script can read, while its user is at the directory (TRUST-17). */
import { randomBytes } from 'node:crypto'
import { signedNotes } from '../../sessions/notes'
import type { Secrets } from '../../sessions/secrets'
import type { Flow } from './index'

/** Seconds that somebody may take to sign in there. */
export const flowSeconds = 600

const random = () => randomBytes(32).toString('base64url')

export type Flows = ReturnType<typeof directoryFlows>

/** Begins sign-ins, and reads what has become of them; the notes are signed with the installation's keys. */
export function directoryFlows(secrets: Secrets) {
  const kind = { audience: 'citygate-directory', type: 'directory-flow+jwt', lifetime: flowSeconds }
  const notes = signedNotes(secrets, kind)
  return {
    begin: async (
      provider: string,
      redirectUrl: string,
      now?: Date,
    ): Promise<{ flow: Flow; note: string }> => {
      const flow = { state: random(), nonce: random(), verifier: random(), redirectUrl }
      return { flow, note: await notes.sign({ ...flow, provider }, now) }
    },

    /** The flow that a note tells of; null for one of another provider, that has expired, or that is none. */
    read: async (provider: string, note: string): Promise<Flow | null> => {
      const read = await notes.read(note, ['state', 'nonce', 'verifier', 'redirectUrl', 'provider'])
      if (read?.['provider'] !== provider) return null
      const [state, nonce, verifier, redirectUrl] = ['state', 'nonce', 'verifier', 'redirectUrl'].map(
        (name) => String(read[name]),
      ) as [string, string, string, string]
      return { state, nonce, verifier, redirectUrl }
    },
  }
}
