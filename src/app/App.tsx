import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '../api/kit/createStore'
import { PageProvider } from '../ui/page/pageState'
import { Toaster } from '../ui/feedback/Toaster'
import { ClockProvider } from '../ui/value/clock'
import { ErrorBoundary } from './ErrorBoundary'
import { useThemeOnPage } from './theme/useTheme'
import './base.css'
import './frame/frame.css'
import './shell/skeleton.css'

const Themed = ({ children }: { children: ReactNode }) => {
  useThemeOnPage()
  return (
    <ErrorBoundary>
      <ClockProvider>
        <PageProvider>
          {children}
          <Toaster />
        </PageProvider>
      </ClockProvider>
    </ErrorBoundary>
  )
}

/** The whole application, around whatever chooses the page. */
export const App = ({ store, children }: { store: Store; children: ReactNode }) => (
  <Provider store={store}>
    <Themed>{children}</Themed>
  </Provider>
)
