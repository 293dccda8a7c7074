import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '../api/kit/createStore'
import { PageProvider } from '../ui/page/pageState'
import { Toaster } from '../ui/feedback/Toaster'
import { ErrorBoundary } from './ErrorBoundary'
import { useThemeProperties } from './theme/useTheme'
import './base.css'

const Themed = ({ children }: { children: ReactNode }) => {
  useThemeProperties()
  return (
    <ErrorBoundary>
      <PageProvider>
        {children}
        <Toaster />
      </PageProvider>
    </ErrorBoundary>
  )
}

/** The whole application, around whatever chooses the page. */
export const App = ({ store, children }: { store: Store; children: ReactNode }) => (
  <Provider store={store}>
    <Themed>{children}</Themed>
  </Provider>
)
