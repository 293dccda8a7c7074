/** What the browser carries to the mail provider and back: who asked for a connection, and where to return to. */
import { createHash, createHmac } from 'node:crypto'
import { ApiError, invalidFields } from '../../kit/errors'
import { signedNotes } from '../../sessions/notes'
import type { Secrets } from '../../sessions/secrets'
import type { ConnectionRequest } from './index'

/** Seconds that somebody may take to answer. */
const lifetime = 600

export type ConnectionStates = ReturnType<typeof connectionStates>

/** Signs and reads connection requests with the installation's keys. */
export function connectionStates(secrets: Secrets) {
  const notes = signedNotes(secrets, { audience: 'citygate-mail', type: 'mail-state+jwt', lifetime })
  const [newest] = secrets
  return {
    sign: ({ userId, sessionId, redirectUrl }: ConnectionRequest): Promise<string> =>
      notes.sign({ sub: String(userId), sid: sessionId, redirect: redirectUrl }),

    /** @throws ApiError 400 for anything that this installation has not signed, or that has expired. */
    read: async (state: string): Promise<ConnectionRequest> => {
      const note = await notes.read(state, ['sub', 'sid', 'redirect'])
      if (!note) throw connectionExpired()
      return {
        userId: Number(note.sub),
        sessionId: String(note['sid']),
        redirectUrl: String(note['redirect']),
      }
    },

    /**
     * The code that stands for the consent to a request. It follows from the state and a key of the installation,
     * so that a request has one answer, however often it is sent.
     */
    codeFor: (state: string): string =>
      createHmac('sha256', newest.key).update(`mail-code:${state}`).digest('base64url'),
  }
}

/** Codes are kept only as their hashes. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** 400: the request to connect an account cannot be answered any more. */
export const connectionExpired = (): ApiError =>
  new ApiError(
    400,
    'connection_expired',
    'This request has expired or has been answered. Start again in Citygate.',
  )

/** 400: the code stands for no consent, or for one that has been used. */
export const invalidCode = (): ApiError =>
  invalidFields({ code: 'This code is not valid, or has been used.' })
