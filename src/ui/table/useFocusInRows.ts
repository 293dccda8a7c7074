import { useLayoutEffect, useRef, type FocusEvent } from 'react'

const pressable = 'a[href], button'

interface Place {
  element: Element
  /** Index of its row; -1 for none. */
  row: number
  /** Its index among the row's focusable elements. */
  at: number
}

/**
 * Keeps the focus in a list when the focused row is removed: it moves to the same element of the row now in that place,
 * or to the page's heading. A focus elsewhere is unaffected.
 * @param isThere whether rows are shown, not the skeleton
 */
export const useFocusInRows = (isThere: boolean) => {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef<Place | null>(null)
  const rows = () => [
    ...(place.current?.querySelectorAll('tbody > tr:not(.ant-table-placeholder), .cards > li') ?? []),
  ]

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
      // After a removal the element is gone; if it is still there, the focus was lost on purpose.
      if (relatedTarget === null)
        queueMicrotask(() => {
          if (target.isConnected && document.activeElement === document.body) last.current = null
        })
    },
  }
}
