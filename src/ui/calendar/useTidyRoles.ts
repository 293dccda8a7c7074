import { useEffect, type RefObject } from 'react'

const tidy = (root: HTMLElement) => {
  root
    .querySelectorAll(':is([role=table], [role=rowgroup], [role=row], [role=cell], [role=columnheader])')
    .forEach((part) => {
      part.removeAttribute('role')
      part.removeAttribute('aria-sort')
      part.removeAttribute('aria-label')
    })
  // It scrolls, so the keyboard has to get there.
  const hours = root.querySelector('.rbc-time-content:not([tabindex])')
  hours?.setAttribute('tabindex', '0')
  hours?.setAttribute('role', 'group')
  hours?.setAttribute('aria-label', 'Hours of the week')
}

/**
 * Takes away the roles of a table that the calendar's package gives to its boxes: they are not nested as a table is, so
 * that screen readers would be told of one that is not there. Each event says its day and its time itself.
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
