import { Button } from '../antd/Button'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useIsCrowded, useIsMedium, useIsNarrow } from '../hooks/useMediaQuery'
import './toolbar-panel.css'

interface ToolbarPanelProps {
  /** Label of the button and the panel. */
  label: string
  /** Stands after the label and is never cut, as a long label may be: the whole is the button's title then. */
  mark?: string
  /** Takes the place of the label on narrow screens. */
  icon?: ReactNode
  /** So it does on medium ones, where the tools would not fit on their lines. */
  isIconOnMedium?: boolean
  /** So it does on all but the widest. */
  isIconOnWide?: boolean
  /** Content of the open panel; `close` returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a small panel below it. Esc or a focus elsewhere closes it. */
export const ToolbarPanel = ({
  label,
  mark,
  icon,
  isIconOnMedium = false,
  isIconOnWide = false,
  children,
}: ToolbarPanelProps) => {
  const id = useId()
  const buttonId = useId()
  const isNarrow = useIsNarrow()
  const isMedium = useIsMedium()
  const isCrowded = useIsCrowded()
  const isIcon =
    icon !== undefined && (isNarrow || (isIconOnMedium && isMedium) || (isIconOnWide && isCrowded))
  const whole = mark ? `${label} ${mark}` : label
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)

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

  const close = () => {
    setIsOpen(false)
    document.getElementById(buttonId)?.focus()
  }
  const pressed = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && isOpen) close()
  }

  return (
    // Key events of its content bubble to here.
    <div className="toolbar-panel" ref={place} role="presentation" onKeyDown={pressed}>
      <Button
        id={buttonId}
        aria-expanded={isOpen}
        aria-controls={id}
        {...(isIcon && { icon, 'aria-label': whole })}
        {...((isIcon || mark !== undefined) && { title: whole })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {/* None at all beside an icon alone, which antd draws narrower. */}
        {isIcon ? undefined : mark ? [label, <span key="mark"> {mark}</span>] : label}
      </Button>
      <fieldset className="toolbar-panel-body" id={id} hidden={!isOpen}>
        <legend className="visually-hidden">{whole}</legend>
        {isOpen && children(close)}
      </fieldset>
    </div>
  )
}
