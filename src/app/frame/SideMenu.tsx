import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import { Suspense, useId, type ReactNode } from 'react'
import { Link, NavLink, resolvePath, useLocation } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { useViewChoicesQuery } from '../../api/viewsApi'
import type { ViewChoice } from '../../contract/viewChoices'
import { menuEntries } from '../../features/menu'
import type { FrameDialog } from '../../features/feature'
import { useOpenDialog, type DialogName } from '../../resources/frameDialogs'
import { isOffered, menuGroups, type MenuEntry } from '../../resources/kit/resourceView'
import { selectIdentity } from '../../store/currentUser'
import { useFrameDialogs } from './FrameDialogs'

/** Icons of the dialogs in the menu. */
const dialogIcons: Partial<Record<DialogName, ReactNode>> = { help: <QuestionCircleOutlined /> }

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
  pinned: readonly ViewChoice[]
}

/** The address of a list's page in a view. */
const addressOf = (page: string, { view, query }: ViewChoice) =>
  `${page}?${query ? `${query}&` : ''}view=${view}`

/** The views that the user has pinned, below the list that they are views of (VIEW-4). */
const PinnedViews = ({
  entry: { to, label, list },
  pinned,
  onFollow,
}: {
  entry: (typeof menuEntries)[number]
  pinned: readonly ViewChoice[]
  onFollow: SideMenuProps['onFollow'] | undefined
}) => {
  const { pathname, search } = useLocation()
  const own = pinned.filter((choice) => choice.list === list)
  if (own.length === 0) return null
  // An entry may lead to its list with a filter, which is none of the views'.
  const page = resolvePath(to).pathname
  const current = pathname === page ? new URLSearchParams(search).get('view') : null
  return (
    <ul aria-label={`Views of ${label}`} className="side-menu-views">
      {own.map((choice) => (
        <li key={choice.view}>
          <Link
            to={addressOf(page, choice)}
            onClick={onFollow}
            title={choice.name}
            translate="no"
            aria-current={String(choice.view) === current ? 'page' : undefined}
          >
            <span>{choice.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The dialogs belong to no resource and stand in the last group. */
const Group = ({ group, entries, pinned, ...props }: GroupProps) => {
  const titleId = useId()
  const dialogs = useFrameDialogs()
  return (
    <>
      <p id={titleId} className="side-menu-title">
        <span className={props.collapsed ? 'visually-hidden' : ''}>{groupTitles[group]}</span>
      </p>
      <ul aria-labelledby={titleId}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Entry {...props} entry={entry} />
            {!props.collapsed && <PinnedViews entry={entry} pinned={pinned} onFollow={props.onFollow} />}
          </li>
        ))}
        {group === 'administration' &&
          dialogs
            .filter(({ place }) => place === 'menu')
            .map((dialog) => (
              <li key={dialog.name}>
                <DialogEntry {...props} dialog={dialog} />
              </li>
            ))}
      </ul>
    </>
  )
}

const noChoices: readonly ViewChoice[] = []

/** Links to the product's areas, in groups, and dialogs available in all of them (SHELL-3). */
export const SideMenu = (props: SideMenuProps) => {
  const who = useAppSelector(selectIdentity)
  const { data: choices = noChoices } = useViewChoicesQuery(undefined, { skip: who === null })
  const pinned = choices.filter(({ is_pinned }) => is_pinned)
  const entries = menuEntries.filter((entry) => isOffered(entry, who))
  return (
    <nav aria-label="Main" className="side-menu">
      {menuGroups.map((group) => (
        <Group
          key={group}
          {...props}
          group={group}
          pinned={pinned}
          entries={entries.filter((entry) => entry.group === group)}
        />
      ))}
    </nav>
  )
}
