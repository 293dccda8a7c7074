import { Suspense } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { features } from '../../features'
import type { MenuEntry } from '../../features/feature'
import { selectCurrentUser } from '../../store/currentUser'
import { menuIcons } from './menuIcons'

const menuEntries = features.flatMap(({ menu }) => menu ?? [])

interface SideMenuProps {
  /** Icons only; the labels stay for screen readers and as tooltips. */
  collapsed?: boolean
  /** After an entry was followed. */
  onFollow?: () => void
}

const Entry = ({
  entry: { label, to, icon, alsoAt, Badge },
  collapsed,
  onFollow,
}: SideMenuProps & { entry: MenuEntry }) => {
  const { pathname } = useLocation()
  return (
    <NavLink
      to={to}
      onClick={onFollow}
      title={collapsed ? label : undefined}
      className={({ isActive }) => (isActive || pathname === alsoAt ? 'open' : '')}
    >
      <span aria-hidden>{menuIcons[icon]}</span>
      <span className={collapsed ? 'visually-hidden' : ''}>{label}</span>
      <Suspense>{Badge && <Badge />}</Suspense>
    </NavLink>
  )
}

/** The way to each area of the product (SHELL-3). */
export const SideMenu = (props: SideMenuProps) => {
  const role = useAppSelector(selectCurrentUser)?.user_type
  const entries = menuEntries.filter((entry) => !entry.for || (role && entry.for.includes(role)))
  return (
    <nav aria-label="Main" className="side-menu">
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Entry {...props} entry={entry} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
