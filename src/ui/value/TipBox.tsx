import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './tip.css'

/** A position in the window, in CSS pixels. */
export interface TipPlace {
  left: number
  top: number
}

/** Maximum width in CSS pixels, as in the style sheet. */
const widest = 320

/** The place of a tooltip below an element, within the window. */
export const placeBelow = (element: Element): TipPlace => {
  const { left, bottom } = element.getBoundingClientRect()
  return { left: Math.max(8, Math.min(left, window.innerWidth - widest - 8)), top: bottom }
}

interface TipBoxProps {
  place: TipPlace
  /** The element that it describes refers to it by this id; without one, screen readers know its text already. */
  id?: string
  children: ReactNode
}

/** The box of a tooltip, above everything else. */
export const TipBox = ({ place, id, children }: TipBoxProps) =>
  createPortal(
    <div id={id} role="tooltip" aria-hidden={id === undefined} className="tip" style={{ ...place }}>
      {children}
    </div>,
    // What screen readers are told stands in a landmark; the rest is above everything.
    (id !== undefined && document.querySelector('main')) || document.body,
  )
