import type { createBrowserRouter } from 'react-router-dom'
import type { AppDispatch } from '../api/kit/createStore'
import { features } from '../features'
import { pageAt, type PageRoute } from '../ui/page/pageRoute'
import { atRest } from './frame/atRest'
import { setPagesUnderWay } from './frame/pagesFirst'
import { idle } from './idle'
import { framedPageAt } from './pages'
import { savesData } from './savesData'

/** Nobody has asked for it yet: whether it came is told when it is opened. */
const fetchAhead = async (page: PageRoute | undefined) => {
  await page?.load().catch(() => undefined)
}

const showsRecord = ({ early }: PageRoute) => early !== undefined && 'record' in early

/** The pages of the area that is open, those of its records first: there one goes most often. */
const pagesAround = (pathname: string) =>
  (features.find(({ routes }) => pageAt(routes, pathname))?.routes ?? []).toSorted(
    (one, other) => Number(showsRecord(other)) - Number(showsRecord(one)),
  )

/** Somebody is about to follow a link: the pointer is on it, or the focus. */
const pointedAt = ({ target }: Event) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
  if (link && link.origin === location.origin) void fetchAhead(framedPageAt(link.pathname))
}

/**
 * Fetches the parts of the program that are likely to be opened next: of a link as soon as it is pointed at, of the area
 * that is open once its page is at rest, one after the other. Nothing of it where bytes are to be saved.
 * @returns ends it
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
