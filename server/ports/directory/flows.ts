/** The state of a sign-in through a directory, in a cookie that scripts cannot read (TRUST-17). */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../db/clock'
import { signedTokens } from '../../kit/crypto/signedTokens'
import type { Secrets } from '../../kit/crypto/secrets'
import type { Flow } from './index'

/** Seconds allowed for signing in there. */
export const flowSeconds = 600

const random = () => randomBytes(32).toString('base64url')

export type Flows = ReturnType<typeof directoryFlows>

/** Begins sign-ins, and reads their state; the tokens are signed with the installation's keys. */
export function directoryFlows(secrets: Secrets, clock?: Clock) {
  const kind = { audience: 'citygate-directory', type: 'directory-flow+jwt', lifetime: flowSeconds }
  const tokens = signedTokens(secrets, kind, clock)
  return {
    begin: async (
      provider: string,
      redirectUrl: string,
      now?: Date,
    ): Promise<{ flow: Flow; token: string }> => {
      const flow = { state: random(), nonce: random(), verifier: random(), redirectUrl }
      return { flow, token: await tokens.sign({ ...flow, provider }, now) }
    },

    /** The flow in a token; null for one of another provider, and for an expired or invalid one. */
    read: async (provider: string, token: string): Promise<Flow | null> => {
      const claims = await tokens.read(token, ['state', 'nonce', 'verifier', 'redirectUrl', 'provider'])
      if (claims?.['provider'] !== provider) return null
      const [state, nonce, verifier, redirectUrl] = ['state', 'nonce', 'verifier', 'redirectUrl'].map(
        (name) => String(claims[name]),
      ) as [string, string, string, string]
      return { state, nonce, verifier, redirectUrl }
    },
  }
}
