import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { ComponentType } from 'react'
import type { ApiServices } from '../../api/kit/baseQuery'
import type { RootState } from '../../api/kit/createStore'
import type { Early } from '../../api/kit/earlyExpands'
import { arriving } from './arriving'

/** Prefetches the data of a page at a URL with this query. */
export type Prime = (
  search: string,
) => ThunkAction<PromiseLike<unknown>, RootState, ApiServices, UnknownAction>

/** The module of a page. */
export interface PageModule {
  Page: ComponentType
  /** Prefetches the page's data before it renders. */
  prime?: Prime
}

/** A page's route; the module is loaded on demand. */
export interface PageRoute {
  path: string
  /** Prefetches the module. */
  load: () => Promise<PageModule>
  isThere: () => boolean
  Page: ComponentType
  /** The request that is prefetched together with the application's code. */
  early?: Early
}

/** Declares a lazily loaded page. */
export const pageRoute = (path: string, fetch: () => Promise<PageModule>, early?: Early): PageRoute => {
  const { Part, ...rest } = arriving(fetch, ({ Page }) => Page)
  return { path, ...rest, Page: Part, ...(early && { early }) }
}

/** '/deals/:id' matches '/deals/5'. */
export const takes = (path: string, pathname: string) =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname)

/** The first matching page of a URL. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => takes(path, pathname))
