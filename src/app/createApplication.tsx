import type { ReactNode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import type { Store } from '../api/kit/createStore'
import { loginPathFor } from '../features/session/returnUrl'
import { selectSignedIn } from '../store/session'
import { createHistoryGuard, HistoryGuardContext } from '../ui/navigationGuard/historyGuard'
import { Application } from './Application'
import { createPageReads } from './pageReads'
import { prefetchLinks } from './prefetchLinks'
import { createRoutes, isPublic } from './routes'

interface CreatedApplication {
  element: ReactNode
  /** Ends what follows the page's events. */
  stop: () => void
}

/** The application on a store, at the browser's URL. */
export const createApplication = (store: Store): CreatedApplication => {
  // Before the router, which would load the chunk of a page that needs a session only to leave it (AUTH-1).
  if (!selectSignedIn(store.getState()) && !isPublic(location.pathname))
    window.history.replaceState(null, '', loginPathFor(location))
  const historyGuard = createHistoryGuard()
  const reads = createPageReads(store)
  const router = createBrowserRouter(createRoutes(store, reads))
  const stopPrefetch = prefetchLinks(reads)
  const element = (
    <Application store={store}>
      <HistoryGuardContext value={historyGuard}>
        <RouterProvider router={router} />
      </HistoryGuardContext>
    </Application>
  )
  return {
    element,
    stop: () => {
      stopPrefetch()
      router.dispose()
    },
  }
}
