import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { TabChannel } from '../../store/crossTab'
import { selectCurrentUser } from '../../store/currentUser'
import { selectSession, signedOut } from '../../store/session'
import type { ApiServices } from '../kit/baseQuery'
import type { AppDispatch, RootState, Store } from '../kit/createStore'
import { usersApi } from '../usersApi'
import { createCatchUp } from './catchUp'
import { listen, type Heard } from './stream'

/** The browser dependencies; tests replace them. */
export interface LiveSurroundings {
  /** The channel on which the listening tab forwards events to the others. */
  channel: TabChannel
  /** Missing where the page is not served over a secure connection: then each visible tab opens its own stream. */
  locks: Pick<LockManager, 'request'> | undefined
}

/** Milliseconds for which a hidden tab keeps its stream; later it catches up when visible again. */
const lingering = 300_000

/**
 * Milliseconds: a page sends its queries and opens its first stream in parallel, so answers within this time of the
 * opening are current.
 */
const sideBySide = 1_000

/** Whether a picker is open. */
const isChoosing = () =>
  document.querySelector('[role="combobox"][aria-expanded="true"], [aria-haspopup][aria-expanded="true"]') !==
  null

const browserSurroundings = (): LiveSurroundings => ({
  channel: new BroadcastChannel('citygate:live'),
  // Typed as always present, but missing where the page is not served over a secure connection.
  locks: (navigator as Partial<Navigator>).locks,
})

interface Message {
  /** The session of the stream. */
  key: string
  heard: Heard
}

/** The arguments that a base query gets, for use outside a query. */
const callOf =
  (signal: AbortSignal) => (dispatch: AppDispatch, getState: () => RootState, extra: ApiServices) =>
    ({
      dispatch,
      getState,
      extra,
      signal,
      abort: () => undefined,
      endpoint: 'events',
      type: 'query',
    }) as unknown as BaseQueryApi

/**
 * Keeps open pages current with the changes of others during a session. One of a session's tabs holds the stream and
 * forwards its events to the others; when that tab is closed, frozen or hidden for long, another one takes over.
 * @returns stops it.
 */
export const followChanges = (
  store: Store,
  { channel, locks }: LiveSurroundings = browserSurroundings(),
): (() => void) => {
  const isHidden = () => document.visibilityState === 'hidden'
  const catchUp = createCatchUp(store, { isHidden, isChoosing })
  /** No event was received yet. */
  let isNew = true
  let key: string | null = null
  let turn: AbortController | null = null
  let lingers: ReturnType<typeof setTimeout> | undefined

  /** The signed-in user is in no list: its changes are refetched separately. */
  const followUser = ({ resource, id }: { resource: string; id: number | null }) => {
    const user = selectCurrentUser(store.getState())
    const isOwn =
      (resource === 'users' && id === user?.id) || (resource === 'profiles' && id === user?.profile)
    if (!isOwn) return
    const anew = { forceRefetch: true, subscribe: false } as const
    void store.dispatch(usersApi.endpoints.currentUser.initiate(undefined, anew))
  }

  const hear = (heard: Heard) => {
    isNew = false
    if (heard.type === 'changed') followUser(heard.change)
    catchUp.hear(heard)
  }

  const take = (session: string, signal: AbortSignal) =>
    listen({
      call: store.dispatch(callOf(signal)),
      hear: (told) => {
        const heard = isNew && told.type === 'missed' ? { ...told, before: told.before - sideBySide } : told
        hear(heard)
        channel.postMessage({ key: session, heard } satisfies Message)
      },
      sessionEnded: () => {
        if (key === session) store.dispatch(signedOut({ key: session, lost: true }))
      },
    })

  const rest = () => {
    clearTimeout(lingers)
    turn?.abort()
    turn = null
  }

  const takeTurn = () => {
    clearTimeout(lingers)
    if (turn || key === null || isHidden()) return
    const session = key
    const { signal } = (turn = new AbortController())
    const listening = locks
      ? locks.request(`citygate:live:${session}`, { signal }, () => take(session, signal))
      : take(session, signal)
    // An abort while waiting for the lock is not an error.
    Promise.resolve(listening).catch((cause: unknown) => {
      if (!signal.aborted) throw cause
    })
  }

  const followSession = () => {
    const now = selectSession(store.getState())?.key ?? null
    if (now === key) return
    rest()
    key = now
    takeTurn()
  }

  const seen = () => {
    if (!isHidden()) {
      takeTurn()
      catchUp.wake()
    } else if (locks) lingers = setTimeout(rest, lingering)
    else rest()
  }
  /** Events sent while the tab was frozen may be missing. */
  const wakeUp = () => {
    if (key !== null) catchUp.hear({ type: 'missed', before: Date.now() })
    seen()
  }
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wakeUp()
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.key === key) hear(data.heard)
  }
  const unsubscribe = store.subscribe(followSession)
  document.addEventListener('visibilitychange', seen)
  document.addEventListener('freeze', rest)
  document.addEventListener('resume', wakeUp)
  window.addEventListener('pagehide', rest)
  window.addEventListener('pageshow', shown)
  followSession()

  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', seen)
    document.removeEventListener('freeze', rest)
    document.removeEventListener('resume', wakeUp)
    window.removeEventListener('pagehide', rest)
    window.removeEventListener('pageshow', shown)
    rest()
    catchUp.stop()
    channel.close()
  }
}
