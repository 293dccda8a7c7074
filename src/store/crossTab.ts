import type { Dispatch, Middleware, UnknownAction } from '@reduxjs/toolkit'
import { isPreference } from './preferences'
import {
  selectSession,
  signedIn,
  signedOut,
  tokensRotated,
  type Session,
  type SessionState,
  type Tokens,
} from './session'

/** Messages between the tabs of one browser. */
type Message =
  | { type: 'signedIn'; session: Session }
  | { type: 'tokensRotated'; key: string; tokens: Tokens }
  | { type: 'signedOut'; key: string; lost?: true }
  | { type: 'preferred'; action: UnknownAction }

/** The part of BroadcastChannel that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>

/** The channel between this browser's tabs. */
export const openTabChannel = (): TabChannel => new BroadcastChannel('citygate')

interface StateWithSession {
  session: SessionState
}

/** Marks actions received from other tabs, which are not broadcast again. */
const fromOtherTab = { fromOtherTab: true } as const

/**
 * Broadcasts changes of the session (AUTH-15, TRUST-6) and of the preferences to the other tabs. Each tab stores all
 * preferences together, so every tab needs the latest of each.
 */
export const createCrossTabMiddleware = (channel: TabChannel): Middleware<object, StateWithSession> => {
  const post = (message: Message) => channel.postMessage(message)
  return () => (next) => (action) => {
    const result = next(action)
    if (signedIn.match(action) && !action.meta.fromOtherTab && action.payload.remember) {
      post({ type: 'signedIn', session: action.payload })
    }
    if (tokensRotated.match(action) && !action.meta.fromOtherTab)
      post({ type: 'tokensRotated', ...action.payload })
    if (signedOut.match(action) && !action.meta.fromOtherTab && action.payload.key) {
      const { key, lost } = action.payload
      post({ type: 'signedOut', key, ...(lost && { lost }) })
    }
    if (isPreference(action) && !('meta' in action)) post({ type: 'preferred', action })
    return result
  }
}

/** The action of a message for a tab with the given session, if any. */
const actionOf = (message: Message, session: Session | null): UnknownAction | null => {
  switch (message.type) {
    case 'signedIn':
      return session ? null : signedIn(message.session, fromOtherTab)
    case 'tokensRotated':
      return session?.key === message.key ? tokensRotated(message, fromOtherTab) : null
    case 'signedOut':
      return session?.key === message.key
        ? signedOut({ key: message.key, ...(message.lost && { lost: true }) }, fromOtherTab)
        : null
    case 'preferred':
      return isPreference(message.action) ? { ...message.action, meta: fromOtherTab } : null
  }
}

/**
 * Dispatches the messages of other tabs: a sign-out ends every tab of that session; new tokens and preferences are
 * taken over.
 */
export const listenToTabs = (
  channel: TabChannel,
  store: { dispatch: Dispatch; getState: () => StateWithSession },
) => {
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const action = actionOf(data, selectSession(store.getState()))
    if (action) store.dispatch(action)
  }
}
