import type { ComponentType } from 'react'
import type { Early } from '../../api/kit/earlyExpands'
import { arriving } from './arriving'

/** A page at its path, fetched when it is first needed. */
export interface PageRoute {
  path: string
  /** Fetches the page ahead of its being shown. */
  load: () => Promise<unknown>
  isThere: () => boolean
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
  const { Part, ...rest } = arriving(fetch, ({ Page }) => Page)
  return { path, ...rest, Page: Part, ...(early && { early }) }
}

/** '/deals/:id' takes '/deals/5'. */
export const takes = (path: string, pathname: string) =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname)

/** The first of the pages that is shown at an address. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => takes(path, pathname))
