import { Provider } from 'react-redux'
import type { Store } from '../api/createStore'
import { PageProvider } from '../ui/page'
import { Toaster } from '../ui/Toaster'
import { ErrorBoundary } from './ErrorBoundary'
import { AppRoutes } from './routes'
import { useThemeProperties } from './theme/useTheme'
import './base.css'

const Themed = () => {
  useThemeProperties()
  return (
    <ErrorBoundary>
      <PageProvider>
        <AppRoutes />
        <Toaster />
      </PageProvider>
    </ErrorBoundary>
  )
}

/** The whole application, inside whichever router surrounds it. */
export const App = ({ store }: { store: Store }) => (
  <Provider store={store}>
    <Themed />
  </Provider>
)
