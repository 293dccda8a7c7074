import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { TabChannel } from '../../store/crossTab'
import { selectCurrentUser } from '../../store/currentUser'
import { selectSession, signedOut } from '../../store/session'
import type { ApiServices } from '../kit/baseQuery'
import type { AppDispatch, RootState, Store } from '../kit/createStore'
import { usersApi } from '../usersApi'
import { createCatchUp } from './catchUp'
import { listen, type Heard } from './stream'

/** What following needs of the browser; tests stand in for it. */
export interface LiveSurroundings {
  /** On which the tab that listens tells the others. */
  channel: TabChannel
  /** Absent where the page is not served over a secure connection: then each tab listens while it is seen. */
  locks: Pick<LockManager, 'request'> | undefined
}

/** Milliseconds for which a tab that nobody sees goes on listening; whoever comes back later catches up. */
const lingering = 300_000

/** Milliseconds: a page asks for what it shows and for its first stream side by side, so what is as new as this is new. */
const sideBySide = 1_000

/** Whether a list is open from which somebody is about to choose. */
const isChoosing = () =>
  document.querySelector('[role="combobox"][aria-expanded="true"], [aria-haspopup][aria-expanded="true"]') !==
  null

const browserSurroundings = (): LiveSurroundings => ({
  channel: new BroadcastChannel('citygate:live'),
  // Typed as always there, but absent where the page is not served over a secure connection.
  locks: (navigator as Partial<Navigator>).locks,
})

interface Message {
  /** The session of which it is told. */
  key: string
  heard: Heard
}

/** What a call's surroundings are, outside any call. */
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
 * Lets open pages follow what others change, for as long as somebody is signed in. Of the tabs of one session one holds
 * the stream and tells the others; when it is closed, frozen or out of sight for long, the next one takes over.
 * @returns ends it.
 */
export const followChanges = (
  store: Store,
  { channel, locks }: LiveSurroundings = browserSurroundings(),
): (() => void) => {
  const isHidden = () => document.visibilityState === 'hidden'
  const catchUp = createCatchUp(store, { isHidden, isChoosing })
  /** Nothing has been heard yet. */
  let isNew = true
  let key: string | null = null
  let turn: AbortController | null = null
  let lingers: ReturnType<typeof setTimeout> | undefined

  /** Who is signed in is nobody's list: a change of it is asked for by itself. */
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
    // Nothing is wrong with being called off while one waits for one's turn.
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
  /** What was told meanwhile may have passed this tab by. */
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
