import { lazy, useState, type ComponentType } from 'react'
import type { Early } from '../../api/kit/earlyExpands'
import { persistent } from './persistent'

/** A page at its path, fetched when it is first needed. */
export interface PageRoute {
  path: string
  /** Fetches the page ahead of its being shown. */
  load: () => Promise<unknown>
  Page: ComponentType
  /** What it shows, where that is asked for together with the program. */
  early?: Early
}

/** Each page is a module of its own that exports `Page`. */
export const pageRoute = (
  path: string,
  fetch: () => Promise<{ Page: ComponentType }>,
  early?: Early,
): PageRoute => {
  const fetchPersistently = persistent(fetch)
  let there: ComponentType | undefined
  const load = async () => {
    const module = await fetchPersistently()
    there = module.Page
    return module
  }
  const Arriving = lazy(async () => ({ default: (await load()).Page }))
  // What is there already is drawn at once: a lazy part has the page begun anew when it is first drawn.
  const Page = () => {
    const [Shown] = useState(() => there ?? Arriving)
    return <Shown />
  }
  return { path, load, Page, ...(early && { early }) }
}

/** '/deals/:id' takes '/deals/5'. */
export const takes = (path: string, pathname: string) =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname)

/** The first of the pages that is shown at an address. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => takes(path, pathname))
