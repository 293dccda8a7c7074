import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { SignInAnswer, TokenAnswer } from '../contract/session'
import { newKey } from './newKey'

/** A pair of tokens, and when to fetch the next pair. */
export interface Tokens {
  access: string
  refresh: string
  /** By this browser's clock, in milliseconds since 1970: a little before the access token runs out. */
  refreshAt: number
  /** Counts the pairs of this session, so that no late message or write brings an older one back. */
  rotation: number
}

/** What is kept of a sign-in. */
export interface Session {
  /** Made in this browser, never sent: tells the tabs of one session from those of another. */
  key: string
  tokens: Tokens
  user: SignInAnswer['user']
  /** Kept across browser restarts, or only as long as this tab. */
  remember: boolean
}

/** Nobody is signed in where there are no tokens. */
export type SessionState = { [K in keyof Session]: Session[K] | null }

const nobody: SessionState = { key: null, tokens: null, user: null, remember: null }

/** Half a minute of margin, less where tokens are short-lived, so that a fresh token is never due at once. */
const marginSeconds = (expiresIn: number) => Math.min(30, expiresIn / 4)

/** Tokens out of an answer of the server's that has just come. */
export const tokensFrom = ({ access, refresh, expires_in }: TokenAnswer, rotation: number): Tokens => ({
  access,
  refresh,
  refreshAt: Date.now() + (expires_in - marginSeconds(expires_in)) * 1000,
  rotation,
})

/** A session out of the answer to a sign-in. */
export const sessionFrom = (answer: SignInAnswer, remember: boolean): Session => ({
  key: newKey(),
  tokens: tokensFrom(answer, 0),
  user: answer.user,
  remember,
})

/** Whether a change was made here or told by another tab; what is told is not told on. */
interface Origin {
  told?: true
}

/** The session that has ended. */
interface Ended {
  key: string | null
  /** Nobody asked for it: the server no longer takes it. What was being typed is wanted still (TRUST-32). */
  lost?: true
}

const withOrigin = <P>(payload: P, origin: Origin = {}) => ({ payload, meta: origin })

const slice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    signedIn: {
      reducer: (_state, { payload }: PayloadAction<Session, string, Origin>) => payload,
      prepare: (session: Session, origin?: Origin) => withOrigin(session, origin),
    },
    tokensRotated: {
      reducer: (state, { payload }: PayloadAction<{ key: string; tokens: Tokens }, string, Origin>) => {
        const { key, tokens } = payload
        if (state.key === key && (state.tokens?.rotation ?? 0) <= tokens.rotation) state.tokens = tokens
      },
      prepare: (rotation: { key: string; tokens: Tokens }, origin?: Origin) => withOrigin(rotation, origin),
    },
    /** Ends the session and empties everything that was kept for it; see AUTH-15. */
    signedOut: {
      reducer: () => nobody,
      prepare: (ended: Ended, origin?: Origin) => withOrigin(ended, origin),
    },
  },
})

export const session = slice.reducer
export const { signedIn, tokensRotated, signedOut } = slice.actions

interface StateWithSession {
  session: SessionState
}

/** The session, or null where nobody is signed in. */
export const selectSession = ({
  session: { key, tokens, user, remember },
}: StateWithSession): Session | null =>
  key && tokens && user ? { key, tokens, user, remember: remember ?? false } : null

export const selectSignedIn = ({ session: { tokens } }: StateWithSession) => tokens !== null
