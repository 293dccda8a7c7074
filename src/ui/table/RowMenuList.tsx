import type { ReactNode, RefObject } from 'react'
import { Dropdown } from '../antd/Dropdown'
import './row-menu.css'

export interface RowAction {
  label: string
  /** A counter beside it. */
  badge?: ReactNode
  danger?: boolean
  /** Whether it is the one in effect, of several to choose from. */
  isChosen?: boolean
  /** A line above it. */
  startsGroup?: boolean
  act: () => void
}

interface RowMenuListProps {
  actions: readonly RowAction[]
  /** The menu's button, which gets the focus on close. */
  button: RefObject<HTMLButtonElement | null>
  close: () => void
}

/** Opening focuses the menu: arrow keys move through it, Esc returns to its button. */
const intoMenu = { autoFocus: true }

/** The open menu of a row. Overlays its button, so that a second press closes it. */
export const RowMenuList = ({ actions, button, close }: RowMenuListProps) => (
  <Dropdown
    open
    trigger={['click']}
    placement="bottomRight"
    getPopupContainer={(anchor) => anchor.closest('main') ?? document.body}
    {...intoMenu}
    onOpenChange={() => {
      const { activeElement } = document
      // A press elsewhere keeps the focus there.
      if (activeElement?.contains(button.current) || activeElement?.closest('[role="menu"]'))
        button.current?.focus()
      close()
    }}
    menu={{
      items: actions.flatMap(({ label, badge, danger = false, isChosen, startsGroup }) => [
        ...(startsGroup ? [{ type: 'divider' as const, key: `above:${label}` }] : []),
        {
          key: label,
          label: badge ? (
            <>
              {label} {badge}
            </>
          ) : (
            label
          ),
          danger,
          ...(isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': isChosen }),
        },
      ]),
      selectedKeys: actions.filter(({ isChosen }) => isChosen).map(({ label }) => label),
      onClick: ({ key, domEvent }) => {
        // The menu unmounts; the next dialog must return the focus to the button, and must not get the same key event.
        domEvent.preventDefault()
        button.current?.focus()
        close()
        actions.find(({ label }) => label === key)?.act()
      },
    }}
  >
    <span className="row-menu-anchor" />
  </Dropdown>
)
