import { createAction, createSlice, type PayloadAction, createReducer } from '@reduxjs/toolkit'
import type { SignInAnswer, TokenAnswer } from '../contract/session'

/** A unique key. `crypto.randomUUID` is missing where the page is not served over a secure connection. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')

/** A pair of tokens, with the time of the next refresh. */
export interface Tokens {
  access: string
  refresh: string
  /** By this browser's clock, in milliseconds since 1970: shortly before the access token expires. */
  refreshAt: number
  /** Number of the pair within this session, so that late messages or writes never restore an older pair. */
  rotation: number
}

/** The stored result of a sign-in. */
export interface Session {
  /** Generated in this browser, never sent: distinguishes the tabs of one session from those of another. */
  key: string
  tokens: Tokens
  user: SignInAnswer['user']
  /** Whether it is kept across browser restarts, or only in this tab. */
  remember: boolean
}

/** All null without a session. */
export type SessionState = { [K in keyof Session]: Session[K] | null }

const initialState: SessionState = { key: null, tokens: null, user: null, remember: null }

/** Half a minute of margin, less for short-lived tokens, so that a new token is never due at once. */
const marginSeconds = (expiresIn: number) => Math.min(30, expiresIn / 4)

/** Tokens from an answer just received. */
export const tokensFrom = ({ access, refresh, expires_in }: TokenAnswer, rotation: number): Tokens => ({
  access,
  refresh,
  refreshAt: Date.now() + (expires_in - marginSeconds(expires_in)) * 1000,
  rotation,
})

/** A session from the answer to a sign-in. */
export const sessionFrom = (answer: SignInAnswer, remember: boolean): Session => ({
  key: randomKey(),
  tokens: tokensFrom(answer, 0),
  user: answer.user,
  remember,
})

/** Whether a change was made in this tab or received from another one; received changes are not broadcast. */
interface Origin {
  fromOtherTab?: true
}

/** The ended session. */
interface Ended {
  key: string | null
  /** Ended by the server, not by the user: drafts are kept (TRUST-32). */
  lost?: true
}

const withOrigin = <P>(payload: P, origin: Origin = {}) => ({ payload, meta: origin })

const slice = createSlice({
  name: 'session',
  initialState,
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
    /** Ends the session and clears all state stored for it; see AUTH-15. */
    signedOut: {
      reducer: () => initialState,
      prepare: (ended: Ended, origin?: Origin) => withOrigin(ended, origin),
    },
  },
})

export const session = slice.reducer
export const { signedIn, tokensRotated, signedOut } = slice.actions

interface StateWithSession {
  session: SessionState
}

/** The session, or null without one. */
export const selectSession = ({
  session: { key, tokens, user, remember },
}: StateWithSession): Session | null =>
  key && tokens && user ? { key, tokens, user, remember: remember ?? false } : null

export const selectSignedIn = ({ session: { tokens } }: StateWithSession) => tokens !== null

/** The server asks for a second factor before anything else (MFA-7). */
export const secondFactorAsked = createAction('session/secondFactorAsked')

/** Whether it does, for this session. */
export const needsSecondFactor = createReducer(false, (builder) =>
  builder
    .addCase(secondFactorAsked, () => true)
    .addCase(signedOut, () => false)
    .addCase(signedIn, () => false),
)

/** How the tab's last session ended: by a sign-out, or because the server no longer accepts it. */
type SessionEnd = 'asked' | 'lost'

/** Null during a session, and before the first one. */
export const sessionEnd = createReducer<SessionEnd | null>(null, (builder) =>
  builder
    .addCase(signedOut, (_state, { payload }) => (payload.lost ? 'lost' : 'asked'))
    .addCase(signedIn, () => null),
)
