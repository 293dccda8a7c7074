import { NavLink, useLocation } from 'react-router-dom'
import { features } from '../../features'
import { menuIcons } from './menuIcons'

const menuEntries = features.flatMap(({ menu }) => menu ?? [])

interface SideMenuProps {
  /** Icons only; the labels stay for screen readers and as tooltips. */
  collapsed?: boolean
  /** After an entry was followed. */
  onFollow?: () => void
}

/** The way to each area of the product (SHELL-3). */
export const SideMenu = ({ collapsed = false, onFollow }: SideMenuProps) => {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className="side-menu">
      <ul>
        {menuEntries.map(({ label, to, icon, alsoAt }) => (
          <li key={to}>
            <NavLink
              to={to}
              onClick={onFollow}
              title={collapsed ? label : undefined}
              className={({ isActive }) => (isActive || pathname === alsoAt ? 'open' : '')}
            >
              <span aria-hidden>{menuIcons[icon]}</span>
              <span className={collapsed ? 'visually-hidden' : ''}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
