import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '../api/kit/createStore'
import { useAppSelector } from '../api/kit/hooks'
import { ClockProvider } from '../ui/value/clock'
import { StoreReception } from './StoreReception'
import { ThemeNameContext } from '../ui/theme/useTheme'
import { useThemeOnPage } from '../ui/theme/useThemeFor'

const Themed = ({ children }: { children: ReactNode }) => {
  const theme = useThemeOnPage(useAppSelector(({ preferences }) => preferences.theme))
  return (
    <ThemeNameContext value={theme}>
      <ClockProvider>
        <StoreReception>{children}</StoreReception>
      </ClockProvider>
    </ThemeNameContext>
  )
}

/** The whole application, around whatever chooses the page. */
export const App = ({ store, children }: { store: Store; children: ReactNode }) => (
  <Provider store={store}>
    <Themed>{children}</Themed>
  </Provider>
)
