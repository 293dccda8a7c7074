import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ComponentType } from 'react'
import type { ApiServices } from '../../api/kit/baseQuery'
import type { RootState } from '../../api/kit/createStore'
import type { Early } from '../../api/kit/earlyExpands'
import { arriving } from './arriving'

/** Asks for what a page shows at an address with this query. */
export type Prime = (
  search: string,
) => ThunkAction<PromiseLike<unknown>, RootState, ApiServices, UnknownAction>

/** The module of a page. */
export interface PageModule {
  Page: ComponentType
  /** Asks the server before the page is drawn, where the answer is there already. */
  prime?: Prime
}

/** A page at its path, fetched when it is first needed. */
export interface PageRoute {
  path: string
  /** Fetches the page ahead of its being shown. */
  load: () => Promise<PageModule>
  isThere: () => boolean
  Page: ComponentType
  /** What it shows, where that is asked for together with the program. */
  early?: Early
}

/** Each page is a module of its own. */
export const pageRoute = (path: string, fetch: () => Promise<PageModule>, early?: Early): PageRoute => {
  const { Part, ...rest } = arriving(fetch, ({ Page }) => Page)
  return { path, ...rest, Page: Part, ...(early && { early }) }
}

/** '/deals/:id' takes '/deals/5'. */
export const takes = (path: string, pathname: string) =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname)

/** The first of the pages that is shown at an address. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => takes(path, pathname))
