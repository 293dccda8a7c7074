import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import PoweroffOutlined from '@ant-design/icons/es/icons/PoweroffOutlined'
import { Link } from 'react-router-dom'
import { useAppDispatch, useAppSelector } from '../../api/hooks'
import { selectCurrentUser } from '../../store/currentUser'
import { menuToggled } from '../../store/preferences'
import { usePageState } from '../../ui/page'
import { useIsNarrow } from '../../ui/useMediaQuery'
import { ThemeButton } from './ThemeButton'

interface TopBarProps {
  mobileMenuOpen: boolean
  openMobileMenu: () => void
}

const CollapseToggle = () => {
  const dispatch = useAppDispatch()
  const collapsed = useAppSelector((state) => state.preferences.menuCollapsed)
  const label = collapsed ? 'Expand the menu' : 'Collapse the menu'
  return (
    <button
      type="button"
      className="bar-button"
      aria-label={label}
      title={label}
      aria-expanded={!collapsed}
      onClick={() => dispatch(menuToggled())}
    >
      {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
    </button>
  )
}

/** Menu toggles, breadcrumb, who is signed in, and the way out (SHELL-2, SHELL-4). */
export const TopBar = ({ mobileMenuOpen, openMobileMenu }: TopBarProps) => {
  const { setTrailPlace } = usePageState()
  const isNarrow = useIsNarrow()
  const user = useAppSelector(selectCurrentUser)
  return (
    <header className="top-bar">
      {isNarrow ? (
        <button
          type="button"
          className="bar-button"
          aria-label="Open the menu"
          aria-expanded={mobileMenuOpen}
          onClick={openMobileMenu}
        >
          <MenuOutlined />
        </button>
      ) : (
        <CollapseToggle />
      )}
      <div className="top-bar-trail" ref={setTrailPlace} />
      <span className="top-bar-user">{user?.username ?? 'Loading...'}</span>
      <ThemeButton />
      <Link to="/account/logout" className="bar-button" aria-label="Sign out" title="Sign out">
        <PoweroffOutlined />
      </Link>
    </header>
  )
}
