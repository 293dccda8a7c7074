import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import { Suspense, useId, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { menuEntries } from '../../features/menu'
import type { FrameDialog } from '../../features/feature'
import { useOpenDialog, type DialogName } from '../../resources/frameDialogs'
import { menuGroups, type MenuEntry } from '../../resources/kit/resourceView'
import { selectCurrentUser } from '../../store/currentUser'
import { frameDialogs } from './FrameDialogs'

/** Icons of the dialogs in the menu. */
const dialogIcons: Partial<Record<DialogName, ReactNode>> = { help: <QuestionCircleOutlined /> }

const menuDialogs = frameDialogs.filter(({ place }) => place === 'menu')

interface SideMenuProps {
  /** Icons only; the labels stay for screen readers and as tooltips. */
  collapsed?: boolean
  /** Called after an entry was followed. */
  onFollow?: () => void
}

const Entry = ({
  entry: { label, to, Icon, alsoAt, Badge },
  collapsed,
  onFollow,
}: SideMenuProps & { entry: (typeof menuEntries)[number] }) => {
  const { pathname } = useLocation()
  return (
    <NavLink
      to={to}
      onClick={onFollow}
      title={collapsed ? label : undefined}
      className={({ isActive }) => (isActive || pathname === alsoAt ? 'open' : '')}
    >
      <span aria-hidden>
        <Icon />
      </span>
      <span className={collapsed ? 'visually-hidden' : ''}>{label}</span>
      <Suspense>{Badge && <Badge />}</Suspense>
    </NavLink>
  )
}

const DialogEntry = ({
  dialog: { name, label, load },
  collapsed,
  onFollow,
}: SideMenuProps & { dialog: FrameDialog }) => {
  const open = useOpenDialog()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={collapsed ? label : undefined}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => {
        onFollow?.()
        open(name)
      }}
    >
      <span aria-hidden>{dialogIcons[name]}</span>
      <span className={collapsed ? 'visually-hidden' : ''}>{label}</span>
    </button>
  )
}

const groupTitles: Readonly<Record<MenuEntry['group'], string>> = {
  deals: 'Deals',
  directory: 'Directory',
  day: 'Day',
  administration: 'Administration',
}

interface GroupProps extends SideMenuProps {
  group: MenuEntry['group']
  entries: typeof menuEntries
}

/** The dialogs belong to no resource and stand in the last group. */
const Group = ({ group, entries, ...props }: GroupProps) => {
  const titleId = useId()
  return (
    <>
      <p id={titleId} className="side-menu-title">
        <span className={props.collapsed ? 'visually-hidden' : ''}>{groupTitles[group]}</span>
      </p>
      <ul aria-labelledby={titleId}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Entry {...props} entry={entry} />
          </li>
        ))}
        {group === 'administration' &&
          menuDialogs.map((dialog) => (
            <li key={dialog.name}>
              <DialogEntry {...props} dialog={dialog} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** Links to the product's areas, in groups, and dialogs available in all of them (SHELL-3). */
export const SideMenu = (props: SideMenuProps) => {
  const role = useAppSelector(selectCurrentUser)?.user_type
  const entries = menuEntries.filter((entry) => !entry.for || (role && entry.for.includes(role)))
  return (
    <nav aria-label="Main" className="side-menu">
      {menuGroups.map((group) => (
        <Group
          key={group}
          {...props}
          group={group}
          entries={entries.filter((entry) => entry.group === group)}
        />
      ))}
    </nav>
  )
}
