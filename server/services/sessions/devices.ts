/** Browsers that have signed in, identified by a cookie that only this installation can make (TRUST-41). */
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentials } from '../../../src/contract/session'
import { isEncrypted } from '../../config'
import type { Clock } from '../../db/clock'
import { signedTokens } from '../../kit/crypto/signedTokens'
import type { Secrets } from '../../kit/crypto/secrets'

const cookieName = 'citygate_device'
/** Seconds since the last sign-in for which a browser counts as known. */
const lifetime = 30 * 86_400

export type Devices = ReturnType<typeof createDevices>

/**
 * Reads and makes the cookie that identifies a browser. It grants no access: it only lets its users skip the public
 * queue.
 */
export function createDevices(secrets: Secrets, clock: Clock) {
  const tokens = signedTokens(secrets, { audience: 'citygate-device', type: 'device+jwt', lifetime }, clock)
  return {
    /** The browser of a request; undefined where it has not signed in lately. */
    read: async ({ headers }: FastifyRequest): Promise<string | undefined> => {
      const [, token = ''] =
        new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)`).exec(headers.cookie ?? '') ?? []
      return token === '' ? undefined : (await tokens.read(token, ['sub']))?.sub
    },

    /** An id for a browser that has none. */
    name: (): string => randomUUID(),

    /** Makes the browser of a request known for the next month. */
    keep: async (reply: FastifyReply, device: string): Promise<void> => {
      const { config } = reply.server
      void reply.header(
        'set-cookie',
        [
          `${cookieName}=${await tokens.sign({ sub: device })}`,
          `Path=${credentials.path.replace(/\/$/, '')}`,
          `Max-Age=${lifetime}`,
          'HttpOnly',
          'SameSite=Strict',
          ...(isEncrypted(config.publicUrl) ? ['Secure'] : []),
        ].join('; '),
      )
    },
  }
}
