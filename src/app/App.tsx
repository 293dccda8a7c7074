import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '../api/kit/createStore'
import { useAppSelector } from '../api/kit/hooks'
import { ClockProvider } from '../ui/value/clock'
import { StoreReception } from './StoreReception'
import { useThemeOnPage } from './theme/useThemeFor'

const Themed = ({ children }: { children: ReactNode }) => {
  useThemeOnPage(useAppSelector(({ preferences }) => preferences.theme))
  return (
    <ClockProvider>
      <StoreReception>{children}</StoreReception>
    </ClockProvider>
  )
}

/** The whole application, around whatever chooses the page. */
export const App = ({ store, children }: { store: Store; children: ReactNode }) => (
  <Provider store={store}>
    <Themed>{children}</Themed>
  </Provider>
)
