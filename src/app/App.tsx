import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '../api/kit/createStore'
import { useAppSelector } from '../api/kit/hooks'
import { Antd } from '../ui/antd/Antd'
import { ClockProvider } from '../ui/value/clock'
import { VolumeUnitProvider } from '../ui/value/volumeUnit'
import { StoreReception } from './StoreReception'
import { ThemeNameContext, useThemeOnPage } from '../ui/theme/useThemeFor'

const Themed = ({ children }: { children: ReactNode }) => {
  const theme = useThemeOnPage(useAppSelector(({ preferences }) => preferences.theme))
  return (
    <ThemeNameContext value={theme}>
      <Antd>
        <ClockProvider>
          <VolumeUnitProvider>
            <StoreReception>{children}</StoreReception>
          </VolumeUnitProvider>
        </ClockProvider>
      </Antd>
    </ThemeNameContext>
  )
}

/** The application's providers, around its router or page. */
export const App = ({ store, children }: { store: Store; children: ReactNode }) => (
  <Provider store={store}>
    <Themed>{children}</Themed>
  </Provider>
)
