import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { TabChannel } from '../../store/crossTab'
import { selectCurrentUser } from '../../store/currentUser'
import { selectSession, signedOut } from '../../store/session'
import type { ApiServices } from '../kit/baseQuery'
import type { AppDispatch, RootState, Store } from '../kit/createStore'
import { api } from '../kit/api'
import { usersApi } from '../usersApi'
import { createRefetcher } from './refetcher'
import { streamChanges, type LiveEvent } from './stream'

/** The browser dependencies; tests replace them. */
export interface LiveDependencies {
  /** The channel on which the listening tab forwards events to the others. */
  channel: TabChannel
  /** Missing where the page is not served over a secure connection: then each visible tab opens its own stream. */
  locks: Pick<LockManager, 'request'> | undefined
}

/** Milliseconds for which a hidden tab keeps its stream; later it catches up when visible again. */
const hiddenStreamTimeout = 300_000

/**
 * Milliseconds: a page sends its queries and opens its first stream in parallel, so answers within this time of the
 * opening are current.
 */
const parallelStartMargin = 1_000

/** Whether a picker is open. */
const isChoosing = () =>
  document.querySelector('[role="combobox"][aria-expanded="true"], [aria-haspopup][aria-expanded="true"]') !==
  null

const browserDependencies = (): LiveDependencies => ({
  channel: new BroadcastChannel('citygate:live'),
  // Typed as always present, but missing where the page is not served over a secure connection.
  locks: (navigator as Partial<Navigator>).locks,
})

interface Message {
  /** The session of the stream. */
  key: string
  event: LiveEvent
}

/** The arguments that a base query gets, for use outside a query. */
const baseQueryApi =
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
export const subscribeToChanges = (
  store: Store,
  { channel, locks }: LiveDependencies = browserDependencies(),
): (() => void) => {
  const isHidden = () => document.visibilityState === 'hidden'
  const refetcher = createRefetcher(store, { isHidden, isChoosing })
  /** No event was received yet. */
  let isNew = true
  let key: string | null = null
  let connection: AbortController | null = null
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  /** The signed-in user is in no list: its changes are refetched separately. */
  const refetchUser = ({ resource, id }: { resource: string; id: number | null }) => {
    const user = selectCurrentUser(store.getState())
    const isOwn =
      (resource === 'users' && id === user?.id) || (resource === 'profiles' && id === user?.profile)
    if (!isOwn) return
    const refetch = { forceRefetch: true, subscribe: false } as const
    void store.dispatch(usersApi.endpoints.currentUser.initiate(undefined, refetch))
  }

  const receive = (event: LiveEvent) => {
    isNew = false
    if (event.type === 'bulkChanged') {
      store.dispatch(api.util.invalidateTags([{ type: 'bulkChanges', id: event.id }]))
      return
    }
    if (event.type === 'notified') {
      store.dispatch(api.util.invalidateTags(['notifications']))
      return
    }
    if (event.type === 'changed') refetchUser(event.change)
    refetcher.receive(event)
  }

  const openStream = (session: string, signal: AbortSignal) =>
    streamChanges({
      call: store.dispatch(baseQueryApi(signal)),
      onEvent: (message) => {
        const event =
          isNew && message.type === 'missed'
            ? { ...message, before: message.before - parallelStartMargin }
            : message
        receive(event)
        channel.postMessage({ key: session, event } satisfies Message)
      },
      onSessionEnd: () => {
        if (key === session) store.dispatch(signedOut({ key: session, lost: true }))
      },
    })

  const disconnect = () => {
    clearTimeout(hiddenTimer)
    connection?.abort()
    connection = null
  }

  const connect = () => {
    clearTimeout(hiddenTimer)
    if (connection || key === null || isHidden()) return
    const session = key
    const { signal } = (connection = new AbortController())
    const stream = locks
      ? locks.request(`citygate:live:${session}`, { signal }, () => openStream(session, signal))
      : openStream(session, signal)
    // An abort while waiting for the lock is not an error.
    Promise.resolve(stream).catch((cause: unknown) => {
      if (!signal.aborted) throw cause
    })
  }

  const onSessionChange = () => {
    const current = selectSession(store.getState())?.key ?? null
    if (current === key) return
    disconnect()
    key = current
    connect()
  }

  const onVisibilityChange = () => {
    if (!isHidden()) {
      connect()
      refetcher.wake()
    } else if (locks) hiddenTimer = setTimeout(disconnect, hiddenStreamTimeout)
    else disconnect()
  }
  /** Events sent while the tab was frozen may be missing. */
  const onResume = () => {
    if (key !== null) refetcher.receive({ type: 'missed', before: Date.now() })
    onVisibilityChange()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onResume()
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.key === key) receive(data.event)
  }
  const unsubscribe = store.subscribe(onSessionChange)
  document.addEventListener('visibilitychange', onVisibilityChange)
  document.addEventListener('freeze', disconnect)
  document.addEventListener('resume', onResume)
  window.addEventListener('pagehide', disconnect)
  window.addEventListener('pageshow', onPageShow)
  onSessionChange()

  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    document.removeEventListener('freeze', disconnect)
    document.removeEventListener('resume', onResume)
    window.removeEventListener('pagehide', disconnect)
    window.removeEventListener('pageshow', onPageShow)
    disconnect()
    refetcher.stop()
    channel.close()
  }
}
