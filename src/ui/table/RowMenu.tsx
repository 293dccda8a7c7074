import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { Button } from '../button/Button'
import Dropdown from 'antd/es/dropdown'
import { useRef } from 'react'

interface RowAction {
  label: string
  danger?: boolean
  act: () => void
}

interface RowMenuProps {
  /** What the row is called, for screen readers. */
  name: string
  actions: readonly RowAction[]
}

/** Whoever opens the menu is in it: arrow keys go through it, Esc leads back to its button. */
const intoMenu = { autoFocus: true }

/** What can be done with a row of a list, out of the way until it is asked for. */
export const RowMenu = ({ name, actions }: RowMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
      {...intoMenu}
      onOpenChange={(isOpen) => {
        if (!isOpen && document.activeElement?.closest('[role="menu"]')) button.current?.focus()
      }}
      menu={{
        items: actions.map(({ label, danger = false }) => ({ key: label, label, danger })),
        onClick: ({ key, domEvent }) => {
          // The menu goes; whatever opens next gives the focus back to what stays, and must not get the same key.
          domEvent.preventDefault()
          button.current?.focus()
          actions.find(({ label }) => label === key)?.act()
        },
      }}
    >
      <Button
        ref={button}
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        title="Actions"
      />
    </Dropdown>
  )
}
