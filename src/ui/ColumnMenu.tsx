import Button from 'antd/es/button'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { leastShare } from './columnChoice'
import type { OfferedColumn } from './useColumns'
import './column-menu.css'

/** Percent of the table that one column may take at most. */
const mostShare = 60

interface ColumnMenuProps {
  columns: {
    offered: readonly OfferedColumn[]
    isChosen: boolean
    toggle: (key: string) => void
    setShare: (key: string, share: number) => void
    reset: () => void
  }
}

/** Which columns a list shows and how wide they are, for whoever cannot or will not drag their edges, too. */
export const ColumnMenu = ({ columns: { offered, isChosen, toggle, setShare, reset } }: ColumnMenuProps) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return undefined
    const elsewhere = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [isOpen])

  const pressed = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setIsOpen(false)
    button.current?.focus()
  }

  return (
    // The keys of whatever stands in it arrive here.
    <div className="column-menu" ref={place} role="presentation" onKeyDown={pressed}>
      <Button ref={button} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        Columns
      </Button>
      <fieldset className="column-menu-list" id={id} hidden={!isOpen}>
        <legend className="visually-hidden">Columns</legend>
        {offered.map((column) => (
          <div key={column.key} className="column-menu-entry">
            <label>
              <input
                type="checkbox"
                checked={column.isShown}
                disabled={!column.canBeHidden}
                onChange={() => toggle(column.key)}
              />
              {column.title}
            </label>
            {column.share !== undefined && (
              <input
                type="range"
                aria-label={`Width of ${column.title}`}
                min={leastShare}
                max={mostShare}
                step={1}
                value={Math.round(column.share)}
                aria-valuetext={`${Math.round(column.share)} %`}
                onChange={({ target }) => setShare(column.key, Number(target.value))}
              />
            )}
          </div>
        ))}
        <Button size="small" disabled={!isChosen} onClick={reset}>
          Reset
        </Button>
      </fieldset>
    </div>
  )
}
