import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import PoweroffOutlined from '@ant-design/icons/es/icons/PoweroffOutlined'
import { Link } from 'react-router-dom'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { signOutPath } from '../../features/session/routes'
import { selectCurrentUser } from '../../store/currentUser'
import { menuToggled } from '../../store/preferences'
import { usePageActions } from '../../ui/page/pageState'
import { useIsNarrow, useMediaQuery } from '../../ui/hooks/useMediaQuery'
import { BarMenu } from './BarMenu'
import { DialogButtons } from './DialogButtons'
import { NarrowActions } from './NarrowActions'
import { useAccountActions } from './useAccountActions'

interface TopBarProps {
  mobileMenuOpen: boolean
  openMobileMenu: () => void
}

/** Whether the side menu is collapsed: by the user's choice, else by the screen's width (SHELL-7). */
export const useMenuCollapsed = (): boolean => {
  const isSmall = useMediaQuery('screen and (max-width: 1023.98px)')
  return useAppSelector(({ preferences }) => preferences.menuCollapsed) ?? isSmall
}

const CollapseToggle = () => {
  const dispatch = useAppDispatch()
  const collapsed = useMenuCollapsed()
  const label = collapsed ? 'Expand the menu' : 'Collapse the menu'
  return (
    <button
      type="button"
      className="bar-button icon-place"
      aria-label={label}
      data-tip={label}
      aria-expanded={!collapsed}
      onClick={() => dispatch(menuToggled(!collapsed))}
    >
      {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
    </button>
  )
}

/** The user's name, which opens the account menu. */
const UserMenu = () => {
  const user = useAppSelector(selectCurrentUser)
  const actions = useAccountActions()
  return (
    <BarMenu
      label={user ? `Account of ${user.username}` : 'Account: Loading...'}
      className="bar-button icon-place top-bar-user"
      actions={actions}
    >
      <span>{user?.username ?? 'Loading...'}</span>
      <DownOutlined aria-hidden />
    </BarMenu>
  )
}

/** Menu toggles, breadcrumb, user name, the layout's dialogs, and sign-out (SHELL-2, SHELL-4, SHELL-9). */
export const TopBar = ({ mobileMenuOpen, openMobileMenu }: TopBarProps) => {
  const { setTrailPlace } = usePageActions()
  const isNarrow = useIsNarrow()
  return (
    <header className="top-bar line">
      {isNarrow ? (
        <button
          type="button"
          className="bar-button icon-place"
          aria-label="Open the menu"
          data-tip="Open the menu"
          aria-expanded={mobileMenuOpen}
          onClick={openMobileMenu}
        >
          <MenuOutlined />
        </button>
      ) : (
        <CollapseToggle />
      )}
      <div className="top-bar-trail" ref={setTrailPlace} />
      {isNarrow ? (
        <>
          <DialogButtons only="palette" />
          <NarrowActions />
        </>
      ) : (
        <>
          <UserMenu />
          <DialogButtons />
          <Link to={signOutPath} className="bar-button icon-place" aria-label="Sign out" data-tip="Sign out">
            <PoweroffOutlined />
          </Link>
        </>
      )}
    </header>
  )
}
