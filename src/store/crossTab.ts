import type { Dispatch, Middleware, UnknownAction } from '@reduxjs/toolkit'
import {
  selectSession,
  signedIn,
  signedOut,
  tokensRotated,
  type Session,
  type SessionState,
  type Tokens,
} from './session'

/** What the tabs of one browser tell each other. */
type Message =
  | { type: 'signedIn'; session: Session }
  | { type: 'tokensRotated'; key: string; tokens: Tokens }
  | { type: 'signedOut'; key: string; lost?: true }

/** The part of BroadcastChannel that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>

/** The channel on which this browser's tabs hear each other. */
export const openTabChannel = (): TabChannel => new BroadcastChannel('citygate')

interface StateWithSession {
  session: SessionState
}

/** Tells the other tabs what happens to the session in this one (AUTH-15, TRUST-6). */
export const tellingTabs = (channel: TabChannel): Middleware<object, StateWithSession> => {
  const tell = (message: Message) => channel.postMessage(message)
  return () => (next) => (action) => {
    const result = next(action)
    if (signedIn.match(action) && !action.meta.told && action.payload.remember) {
      tell({ type: 'signedIn', session: action.payload })
    }
    if (tokensRotated.match(action) && !action.meta.told) tell({ type: 'tokensRotated', ...action.payload })
    if (signedOut.match(action) && !action.meta.told && action.payload.key) {
      const { key, lost } = action.payload
      tell({ type: 'signedOut', key, ...(lost && { lost }) })
    }
    return result
  }
}

/** What a message means for a tab with the given session, if anything. */
const actionFor = (message: Message, session: Session | null): UnknownAction | null => {
  const told = { told: true } as const
  switch (message.type) {
    case 'signedIn':
      return session ? null : signedIn(message.session, told)
    case 'tokensRotated':
      return session?.key === message.key ? tokensRotated(message, told) : null
    case 'signedOut':
      return session?.key === message.key
        ? signedOut({ key: message.key, ...(message.lost && { lost: true }) }, told)
        : null
  }
}

/** Follows what the other tabs tell: a sign-out ends every tab of that session, a new token pair reaches them. */
export const hearTabs = (
  channel: TabChannel,
  store: { dispatch: Dispatch; getState: () => StateWithSession },
) => {
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const action = actionFor(data, selectSession(store.getState()))
    if (action) store.dispatch(action)
  }
}
