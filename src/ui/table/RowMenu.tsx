import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useRef, useState } from 'react'
import { Button } from '../antd/Button'
import { lazyDialog } from '../dialog/lazyDialog'
import './row-menu.css'
import type { RowAction } from './RowMenuList'

interface RowMenuProps {
  /** The row's name, for screen readers. */
  name: string
  actions: readonly RowAction[]
}

const load = async () => (await import('./RowMenuList')).RowMenuList
// A failed prefetch is reported when the menu is opened.
const loadAhead = () => void load().catch(() => undefined)
const RowMenuList = lazyDialog(load)

/** The actions of a list row in a dropdown menu. */
export const RowMenu = ({ name, actions }: RowMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className="row-menu">
      <Button
        ref={button}
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="Actions"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <RowMenuList actions={actions} button={button} close={() => setIsOpen(false)} />}
    </span>
  )
}
