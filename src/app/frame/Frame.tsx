import { useEffect, useState, type ComponentProps, type MouseEvent } from 'react'
import { Link, Outlet, useNavigation } from 'react-router-dom'
import { useAppDispatch } from '../../api/kit/hooks'
import { organizationsApi } from '../../api/organizationsApi'
import { participantsApi } from '../../api/participantsApi'
import { Antd } from '../../ui/antd/Antd'
import { cannotOpen } from '../../ui/dialog/lazyDialog'
import { NavigationGuard } from '../../ui/navigationGuard/NavigationGuard'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { lazyPart } from '../../ui/page/lazyPart'
import { RecordLinks } from '../../ui/page/RecordLink'
import { RequireSession } from '../RequireSession'
import { Asides } from './Asides'
import { FrameDialogs } from './FrameDialogs'
import type { MobileMenu } from './MobileMenu'
import { Notices } from './Notices'
import { SideMenu } from './SideMenu'
import { TopBar, useMenuCollapsed } from './TopBar'
import './print.css'

const { usePart: useMobileMenu } = lazyPart(async () => (await import('./MobileMenu')).MobileMenu)

/** The menu of narrow screens. Where it could not be loaded with the layout, opening it says so and loads it again. */
const NarrowMenu = (props: ComponentProps<typeof MobileMenu>) => {
  const dispatch = useAppDispatch()
  const { Part, isMissing, retry } = useMobileMenu()
  const { open, close } = props
  useEffect(() => {
    if (!open || !isMissing) return
    close()
    dispatch(cannotOpen('Menu'))
    retry()
  }, [open, isMissing, close, retry, dispatch])
  return Part && <Part {...props} />
}

/** Moves the focus without changing the URL: the browser's own behaviour would add a history entry. */
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

const once = { subscribe: false } as const

/** Fills the pickerCache once a visit, before the first form (AUTH-15, SHELL-8). */
const usePickerCache = () => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    void dispatch(organizationsApi.endpoints.organizationOptions.initiate(undefined, once))
    void dispatch(participantsApi.endpoints.participants.initiate(undefined, once))
  }, [dispatch])
}

/** Shows above the page that the chunk of the next one is still loading. */
const NavigationProgress = () =>
  useNavigation().state === 'loading' && (
    <div className="navigation-progress" role="status">
      <span className="visually-hidden">Loading</span>
    </div>
  )

/** The layout of signed-in users: top bar, side menu, and the page (SHELL-2, SHELL-3, SHELL-7). */
const Frame = () => {
  const collapsed = useMenuCollapsed()
  const isNarrow = useIsNarrow()
  usePickerCache()
  const [mobileMenuOpen, setMobileMenuOpen] = useState(false)

  return (
    <NavigationGuard>
      <RecordLinks>
        <FrameDialogs>
          <a href="#content" className="skip-link" onClick={skip}>
            Skip to the content
          </a>
          <div className={collapsed ? 'frame frame-collapsed' : 'frame'}>
            {isNarrow ? (
              <NarrowMenu open={mobileMenuOpen} close={() => setMobileMenuOpen(false)} />
            ) : (
              <aside className="frame-side">
                <Link to="/" className="frame-brand line" aria-label="Citygate, home">
                  <img src="/icon.svg" alt="" width="24" height="24" />
                  {!collapsed && 'Citygate'}
                </Link>
                <SideMenu collapsed={collapsed} />
              </aside>
            )}
            <div className="frame-main">
              <TopBar mobileMenuOpen={mobileMenuOpen} openMobileMenu={() => setMobileMenuOpen(true)} />
              <Notices />
              <main id="content" className="frame-content" tabIndex={-1}>
                <Outlet />
              </main>
            </div>
          </div>
          <NavigationProgress />
          <Asides />
        </FrameDialogs>
      </RecordLinks>
    </NavigationGuard>
  )
}

/** The layout, for users with a session. */
export const Page = () => (
  <RequireSession>
    <Antd>
      <Frame />
    </Antd>
  </RequireSession>
)
