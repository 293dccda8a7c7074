import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Lets the browser lay out only those of new rows that are in sight before it paints, and the others right after. All are
 * in the document from the first on; for good, those out of sight would be kept from screen readers.
 * @param rows a text that changes with the rows
 * @returns for what holds them
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
