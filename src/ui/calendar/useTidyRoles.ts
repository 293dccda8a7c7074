import { useEffect, type RefObject } from 'react'

const tidy = (root: HTMLElement) => {
  root
    .querySelectorAll(':is([role=table], [role=rowgroup], [role=row], [role=cell], [role=columnheader])')
    .forEach((part) => {
      part.removeAttribute('role')
      part.removeAttribute('aria-sort')
      part.removeAttribute('aria-label')
    })
  // A scroll container has to be reachable by keyboard.
  const hours = root.querySelector('.rbc-time-content:not([tabindex])')
  hours?.setAttribute('tabindex', '0')
  hours?.setAttribute('role', 'group')
  hours?.setAttribute('aria-label', 'Hours of the week')
}

/**
 * Removes the table roles that react-big-calendar sets: its elements are not nested like a table, so screen readers
 * would announce a broken one. The name of each event includes its day and time.
 */
export const useTidyRoles = (ref: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const root = ref.current
    if (!root) return undefined
    tidy(root)
    const observer = new MutationObserver(() => tidy(root))
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [ref])
}
