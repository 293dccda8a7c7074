import type { createBrowserRouter } from 'react-router-dom'
import type { AppDispatch } from '../api/kit/createStore'
import { features } from '../features'
import { pageAt, type PageRoute } from '../ui/page/pageRoute'
import { atRest } from './frame/atRest'
import { setPagesUnderWay } from './frame/pagesFirst'
import { idle } from './idle'
import { framedPageAt } from './pages'
import { savesData } from './savesData'

/** A prefetch: failures are reported when the page is opened. */
const fetchAhead = async (page: PageRoute | undefined) => {
  await page?.load().catch(() => undefined)
}

const showsRecord = ({ early }: PageRoute) => early !== undefined && 'record' in early

/** The pages of the current area, its record pages first, which are the most likely next ones. */
const pagesAround = (pathname: string) =>
  (features.find(({ routes }) => pageAt(routes, pathname))?.routes ?? []).toSorted(
    (one, other) => Number(showsRecord(other)) - Number(showsRecord(one)),
  )

/** The page of a hovered or focused link. */
const pointedAt = ({ target }: Event) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
  if (link && link.origin === location.origin) void fetchAhead(framedPageAt(link.pathname))
}

/**
 * Prefetches the modules that are likely to be needed next: a link's when it is hovered or focused, the current area's
 * one after the other when its page is idle. Nothing in data-saving mode.
 * @returns stops it
 */
export const fetchPagesAhead = (
  router: ReturnType<typeof createBrowserRouter>,
  dispatch: AppDispatch,
): (() => void) => {
  if (savesData()) return () => undefined
  let seen = ''
  const fetchAround = async (pathname: string) => {
    await atRest(dispatch)
    for (const page of pagesAround(pathname)) {
      if (seen !== pathname) return
      await fetchAhead(page)
      await idle()
    }
  }
  const look = () => {
    const { pathname } = router.state.location
    if (pathname === seen) return
    seen = pathname
    setPagesUnderWay(fetchAround(pathname))
  }
  look()
  const forget = router.subscribe(look)
  document.addEventListener('pointerover', pointedAt, { passive: true })
  document.addEventListener('focusin', pointedAt)
  return () => {
    seen = ''
    forget()
    document.removeEventListener('pointerover', pointedAt)
    document.removeEventListener('focusin', pointedAt)
  }
}
