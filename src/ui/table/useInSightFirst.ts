import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Lets the browser lay out only the visible new rows before the first paint, and the others right after. All rows are
 * in the document from the start, since content-visibility would hide the others from screen readers.
 * @param rows a text that changes with the rows
 * @returns ref of the rows' container
 */
export const useInSightFirst = (rows: string | undefined): RefObject<HTMLTableSectionElement | null> => {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    const { current: holds } = body
    if (rows === undefined || !holds) return undefined
    const settle = () => holds.classList.remove('table-arriving')
    holds.classList.add('table-arriving')
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(settle)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      settle()
    }
  }, [rows])
  return body
}
