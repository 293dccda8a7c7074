import './app/chunkNonce'
import { createRoot } from 'react-dom/client'
import { createStore } from './api/kit/createStore'
import { createApplication } from './app/createApplication'
import { BrokenPage } from './app/ErrorBoundary'
import { followChanges } from './app/followChanges'
import { guardTranslation } from './app/translationGuard'
import { onStorageProblem, type StorageProblem } from './store/browserStorage'
import { toastShown } from './store/toasts'
import './app/base.css'
import './app/frame/frame.css'
import './app/skeleton.css'

const notKept: Readonly<Record<StorageProblem, string>> = {
  blocked: 'This browser keeps nothing of this page: a session lasts until it is reloaded or closed.',
  full: 'The storage of this browser is full: a reload may sign you out and lose what is typed.',
}

/** Redux DevTools for support staff; loaded only where the extension is installed. */
const devToolsOptions = async () =>
  '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window
    ? (await import('./store/devtools')).devToolsOptions
    : false

/** Restores the persisted state, and starts the application with it. */
const start = async () => {
  const { store, ready, flush } = createStore(undefined, await devToolsOptions())
  await ready
  onStorageProblem((problem) =>
    store.dispatch(toastShown({ kind: 'error', title: 'Browser storage', text: notKept[problem] })),
  )
  window.addEventListener('pagehide', () => void flush())
  followChanges(store)
  return createApplication(store)
}

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element to start in.')
guardTranslation(document.body)
const root = createRoot(container)
start().then(
  ({ element }) => root.render(element),
  (reason: unknown) => {
    root.render(<BrokenPage />)
    throw reason
  },
)
