import { Provider } from 'react-redux'
import { createStore, type Store } from '../api/kit/createStore'
import type { Calls } from '../features/session/authApi'
import type { UserType } from '../contract/users'
import { onStorageProblem, type StorageProblem } from '../store/browserStorage'
import { userTypeChosen } from '../store/preferences'
import { selectSignedIn } from '../store/session'
import { toastShown } from '../store/toasts'
import { Toaster } from '../ui/feedback/Toaster'
import { loadAhead } from './ahead'
import { App } from './App'
import { callsThrough } from './callsThrough'
import { followChangesSoon } from './follow'
import { lightPageAt } from './pages'
import { primed } from './primed'
import { Start } from './Start'

/** The loaded application with its store, as an interface for AppRoot. */
export interface Application {
  isSignedIn: () => boolean
  /** Subscribes to the store. Returns the unsubscribe function. */
  subscribe: (changed: () => void) => () => void
  chooseUserType: (type: UserType) => void
  calls: () => Promise<Calls>
  /** Loads the page at a path for a signed-in user. */
  loadAhead: (pathname: string) => Promise<unknown>
  /** Opens the live stream, from the first page within a session on. */
  follow: () => void
  /** The page at the browser's URL. */
  Page: () => React.ReactNode
  /** The toasts. */
  Toasts: () => React.ReactNode
}

export const applicationOf = (store: Store): Application => ({
  isSignedIn: () => selectSignedIn(store.getState()),
  subscribe: store.subscribe,
  chooseUserType: (type) => store.dispatch(userTypeChosen(type)),
  calls: () => callsThrough(store.dispatch),
  loadAhead: (pathname) => loadAhead(pathname),
  follow: () => followChangesSoon(store),
  Page: () => (
    <App store={store}>
      <Start />
    </App>
  ),
  Toasts: () => (
    <Provider store={store}>
      <Toaster />
    </Provider>
  ),
})

const notKept: Readonly<Record<StorageProblem, string>> = {
  blocked: 'This browser keeps nothing of this page: a session lasts until it is reloaded or closed.',
  full: 'The storage of this browser is full: a reload may sign you out and lose what is typed.',
}

/** Starts the application with its persisted state, and the page at the URL, where a session allows it. */
export const openApplication = async (): Promise<Application> => {
  const { store, ready, flush } = createStore()
  await ready
  onStorageProblem((trouble) =>
    store.dispatch(toastShown({ kind: 'error', title: 'Browser storage', text: notKept[trouble] })),
  )
  window.addEventListener('pagehide', () => void flush())
  // The skeleton stays until the page's modules are loaded, without intermediate states.
  const isSignedIn = selectSignedIn(store.getState())
  if (isSignedIn || lightPageAt(location.pathname))
    await primed(store, await loadAhead(location.pathname, isSignedIn))
  return applicationOf(store)
}
