import type { RefObject } from 'react'
import { Dropdown } from '../antd/Dropdown'

export interface RowAction {
  label: string
  danger?: boolean
  act: () => void
}

interface RowMenuListProps {
  actions: readonly RowAction[]
  /** What it was opened with, and where the focus goes when it closes. */
  button: RefObject<HTMLButtonElement | null>
  close: () => void
}

/** Whoever opens the menu is in it: arrow keys go through it, Esc leads back to its button. */
const intoMenu = { autoFocus: true }

/** The open menu of a row. It lies over its button, so that a second press closes it. */
export const RowMenuList = ({ actions, button, close }: RowMenuListProps) => (
  <Dropdown
    open
    trigger={['click']}
    placement="bottomRight"
    getPopupContainer={(anchor) => anchor.closest('main') ?? document.body}
    {...intoMenu}
    onOpenChange={() => {
      const { activeElement } = document
      // Whoever has pressed somewhere else stays there.
      if (activeElement?.contains(button.current) || activeElement?.closest('[role="menu"]'))
        button.current?.focus()
      close()
    }}
    menu={{
      items: actions.map(({ label, danger = false }) => ({ key: label, label, danger })),
      onClick: ({ key, domEvent }) => {
        // The menu goes; whatever opens next gives the focus back to what stays, and must not get the same key.
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
