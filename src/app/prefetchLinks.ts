import type { PageReads } from './pageReads'
import { framedPageAt } from './routes'

/** Whether data-saving mode is on; not supported by every browser. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Prefetches the chunk and the reads of a link's page when the link is hovered or focused; not in data-saving mode.
 * @returns stops it
 */
export const prefetchLinks = ({ prefetch }: Pick<PageReads, 'prefetch'>): (() => void) => {
  if (savesData()) return () => undefined
  let seen: Element | null = null
  const pointedAt = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link === seen) return
    seen = link
    if (!link || link.origin !== location.origin) return
    const match = framedPageAt(link.pathname)
    if (!match) return
    // The navigation reports a failure.
    void match.page.load().catch(() => undefined)
    const { readAt } = match.page
    if (readAt) prefetch(readAt, { params: match.params, search: link.search })
  }
  document.addEventListener('pointerover', pointedAt, { passive: true })
  document.addEventListener('focusin', pointedAt)
  return () => {
    document.removeEventListener('pointerover', pointedAt)
    document.removeEventListener('focusin', pointedAt)
  }
}
