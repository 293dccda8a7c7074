import { Provider } from 'react-redux'
import { createStore, type Store } from '../api/kit/createStore'
import type { Calls } from '../features/session/calls'
import type { UserType } from '../contract/users'
import { userTypeChosen } from '../store/preferences'
import { selectSignedIn } from '../store/session'
import { Toaster } from '../ui/feedback/Toaster'
import { loadAhead } from './ahead'
import { App } from './App'
import { callsThrough } from './callsThrough'
import { followChangesSoon } from './follow'
import { lightPageAt } from './pages'
import { primed } from './primed'
import { Start } from './Start'

/** The application with its store, as whatever came before it sees it. */
export interface Application {
  isSignedIn: () => boolean
  /** Tells of every change of the store. Returns what ends that. */
  subscribe: (changed: () => void) => () => void
  chooseUserType: (type: UserType) => void
  calls: () => Promise<Calls>
  /** Fetches what shows the page at an address to whoever is signed in. */
  loadAhead: (pathname: string) => Promise<unknown>
  /** Follows what others change, from when somebody is signed in and sees a page. */
  follow: () => void
  /** The page at the browser's address. */
  Page: () => React.ReactNode
  /** Short messages in a corner. */
  Toasts: () => React.ReactNode
}

export const applicationOf = (store: Store): Application => ({
  isSignedIn: () => selectSignedIn(store.getState()),
  subscribe: store.subscribe,
  chooseUserType: (type) => store.dispatch(userTypeChosen(type)),
  calls: () => callsThrough(store.dispatch),
  loadAhead,
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

/** Opens the application in this browser, with what it has kept, and the page at its address, where one may see it. */
export const openApplication = async (): Promise<Application> => {
  const { store, ready, writeDown } = createStore()
  await ready
  window.addEventListener('pagehide', () => void writeDown())
  // The skeleton of the page stands until its own parts are there, so that nothing comes and goes in between.
  if (selectSignedIn(store.getState()) || lightPageAt(location.pathname))
    await primed(store, await loadAhead(location.pathname))
  return applicationOf(store)
}
