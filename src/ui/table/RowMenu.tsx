import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useRef, useState } from 'react'
import { Button } from '../antd/Button'
import { RowMenuList, type RowAction } from './RowMenuList'

interface RowMenuProps {
  /** The row's name, for screen readers. */
  name: string
  actions: readonly RowAction[]
}

/** The actions of a list row in a dropdown menu, which a hundred rows do not mount before it opens. */
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
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <RowMenuList actions={actions} button={button} close={() => setIsOpen(false)} />}
    </span>
  )
}
