import { useRef, useState, type ReactNode } from 'react'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import type { RowAction } from '../../ui/table/RowMenuList'

const ActionList = lazyDialog(async () => (await import('../../ui/table/RowMenuList')).RowMenuList)

interface BarMenuProps {
  /** Accessible name and tooltip of its button. */
  label: string
  className?: string
  actions: readonly RowAction[]
  /** A counter on it, which belongs to its name. */
  badge?: ReactNode
  children: ReactNode
}

/** A button of the top bar that opens a dropdown menu, which is loaded with the first opening. */
export const BarMenu = ({
  label,
  className = 'bar-button icon-place',
  actions,
  badge,
  children,
}: BarMenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className="row-menu">
      <button
        type="button"
        ref={button}
        className={className}
        {...(!badge && { 'aria-label': label })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-tip={isOpen ? undefined : label}
        onClick={() => setIsOpen(true)}
      >
        {children}
        {badge && <span className="visually-hidden">{label} </span>}
        {badge}
      </button>
      {isOpen && <ActionList actions={actions} button={button} close={() => setIsOpen(false)} />}
    </span>
  )
}
