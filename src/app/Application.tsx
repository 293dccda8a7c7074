import { useState, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '../api/kit/createStore'
import { useAppSelector } from '../api/kit/hooks'
import { selectSignedIn } from '../store/session'
import { lazyPart } from '../ui/page/lazyPart'
import { PageProvider } from '../ui/page/pageState'
import { ThemeNameContext, useThemeOnPage } from '../ui/theme/useThemeFor'
import { ClockProvider } from '../ui/value/clock'
import { VolumeUnitProvider } from '../ui/value/volumeUnit'
import { ErrorBoundary } from './ErrorBoundary'

const ThemeProvider = ({ children }: { children: ReactNode }) => (
  <ThemeNameContext value={useThemeOnPage(useAppSelector(({ preferences }) => preferences.theme))}>
    {children}
  </ThemeNameContext>
)

const { load: loadToaster, usePart: useToaster } = lazyPart(
  async () => (await import('../ui/feedback/Toaster')).Toaster,
)

export { loadToaster }

const Toasts = () => {
  const { Part: Toaster } = useToaster()
  return Toaster && <Toaster />
}

/** The toasts. antd draws them, so without a session they are loaded with the first one. */
const LazyToasts = () => {
  const isWanted = useAppSelector((state) => selectSignedIn(state) || state.toasts.length > 0)
  const [isShown, setIsShown] = useState(isWanted)
  if (isWanted && !isShown) setIsShown(true)
  return isShown && <Toasts />
}

/** The application's providers around its router, and its toasts. */
export const Application = ({ store, children }: { store: Store; children: ReactNode }) => (
  <ErrorBoundary>
    <PageProvider>
      <Provider store={store}>
        <ThemeProvider>
          <ClockProvider>
            <VolumeUnitProvider>{children}</VolumeUnitProvider>
          </ClockProvider>
          <LazyToasts />
        </ThemeProvider>
      </Provider>
    </PageProvider>
  </ErrorBoundary>
)
