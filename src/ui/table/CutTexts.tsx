import { useState, type ComponentProps, type KeyboardEvent, type SyntheticEvent } from 'react'
import { placeBelow, TipBox, type TipPlace } from '../value/TipBox'
import { textOf } from './copiedRows'

interface Told {
  texts: readonly string[]
  place: TipPlace
}

/** Compact dates leave their clock out, which is no cut. */
const cells = 'td > .cell:not(:has(> time))'

const cellOf = (target: EventTarget) => (target instanceof Element ? target.closest(cells) : null)

/** Sizes are whole pixels, and a fraction is no line. Numbers, badges and lines cut by themselves do not wrap. */
const isCut = (element: Element) =>
  element.scrollHeight > element.clientHeight + 1 ||
  (element.matches('.column-right > *, .badge, .cell-line') && element.scrollWidth > element.clientWidth + 1)

/** The whole text of a cell; undefined where all of it is visible, or there is none. */
const cutText = (cell: Element) =>
  [cell, ...cell.querySelectorAll('.badge, .cell-line')].some(isCut) ? textOf(cell) || undefined : undefined

/** What has a title within the cell says what is to be said of it. */
const tellPointer = ({ target }: SyntheticEvent) => {
  const cell = cellOf(target)
  const titled = target instanceof Element ? target.closest('[title]') : null
  const text = cell && (titled === null || titled.contains(cell)) ? cutText(cell) : undefined
  if (text) cell?.setAttribute('title', text)
  else cell?.removeAttribute('title')
}

/**
 * Wraps a table. The whole text of a cell that is cut is its title for the pointer. For the keyboard, a tooltip has the
 * texts of all cut cells of a row while something in the row is focused; Esc closes it. Screen readers read cells whole.
 */
export const CutTexts = ({ children, ...place }: ComponentProps<'div'>) => {
  const [told, setTold] = useState<Told | null>(null)
  const close = () => setTold(null)
  const tellKeyboard = ({ target }: SyntheticEvent) => {
    const cell = cellOf(target)
    // A button with a tooltip of its own tells more.
    if (!cell || !(target instanceof Element) || !target.matches(':focus-visible:not(.tip-button)')) return
    const row = [...(cell.closest('tr')?.querySelectorAll(cells) ?? [])]
    const texts = row.flatMap((each) => cutText(each) ?? [])
    if (texts.length > 0) setTold({ texts, place: placeBelow(cell) })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !told) return
    event.stopPropagation()
    close()
  }
  const events = { onPointerOver: tellPointer, onFocus: tellKeyboard, onBlur: close, onKeyDown: pressed }
  return (
    <div {...place} {...events}>
      {children}
      {told && (
        <TipBox place={told.place}>
          {told.texts.map((text, index) => (
            <div key={index}>{text}</div>
          ))}
        </TipBox>
      )}
    </div>
  )
}
