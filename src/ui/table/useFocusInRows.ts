import { useLayoutEffect, useRef, type FocusEvent } from 'react'

const pressable = 'a[href], button'

interface Place {
  element: Element
  /** Which row it is in; -1 for none. */
  row: number
  /** Which it is of what can be pressed there. */
  at: number
}

/**
 * Keeps the focus in a list of which a row goes with what has been pressed in it: it moves on to the same in the row that
 * stands there now, or to the heading of the page. Elsewhere it is left alone.
 * @param isThere whether there are rows, rather than their skeleton
 */
export const useFocusInRows = (isThere: boolean) => {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef<Place | null>(null)
  const rows = () => [...(place.current?.querySelectorAll('tbody > tr, .cards > li') ?? [])]

  useLayoutEffect(() => {
    const left = last.current
    if (!left || !isThere || left.element.isConnected) return
    last.current = null
    if (document.activeElement !== document.body) return
    const row = left.row < 0 ? undefined : (rows()[left.row] ?? rows().at(-1))
    const there = row?.querySelectorAll<HTMLElement>(pressable)
    const next = there?.[left.at] ?? there?.[0] ?? document.querySelector<HTMLElement>('main h1')
    next?.focus()
  })

  return {
    ref: place,
    onFocusCapture: ({ target }: FocusEvent) => {
      const row = rows().findIndex((some) => some.contains(target))
      const inRow = [...(rows()[row]?.querySelectorAll(pressable) ?? [])]
      last.current = { element: target, row, at: inRow.indexOf(target) }
    },
    onBlurCapture: ({ target, relatedTarget }: FocusEvent) => {
      // Where it went with its row, it is gone by then; where it is still there, somebody has let it go.
      if (relatedTarget === null)
        queueMicrotask(() => {
          if (target.isConnected && document.activeElement === document.body) last.current = null
        })
    },
  }
}
