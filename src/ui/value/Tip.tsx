import { useId, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { placeBelow, TipBox, type TipPlace } from './TipBox'

interface TipProps {
  /** Accessible name of the button: the content of the tip. */
  label: string
  className?: string
  /** Content of the tip. */
  tip: ReactNode
  children: ReactNode
}

/**
 * A button that only shows a tooltip: while the pointer is over either, while focused, and after a press. Esc closes
 * it.
 */
export const Tip = ({ label, className, tip, children }: TipProps) => {
  const id = useId()
  const [place, setPlace] = useState<TipPlace | null>(null)
  const open = ({ currentTarget }: SyntheticEvent) => setPlace(placeBelow(currentTarget))
  const close = () => setPlace(null)
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !place) return
    event.stopPropagation()
    close()
  }
  return (
    <span className={className} onPointerEnter={open} onPointerLeave={close}>
      <button
        type="button"
        className="tip-button"
        aria-label={label}
        aria-describedby={place ? id : undefined}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={pressed}
      >
        {children}
      </button>
      {place && (
        <TipBox id={id} place={place}>
          {tip}
        </TipBox>
      )}
    </span>
  )
}
