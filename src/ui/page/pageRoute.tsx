import { lazy, type ComponentType } from 'react'
import { persistent } from './persistent'

/** A page at its path, fetched when it is first needed. */
export interface PageRoute {
  path: string
  /** Fetches the page ahead of its being shown. */
  load: () => Promise<unknown>
  Page: ComponentType
}

/** Each page is a module of its own that exports `Page`. */
export const pageRoute = (path: string, fetch: () => Promise<{ Page: ComponentType }>): PageRoute => {
  const load = persistent(fetch)
  return { path, load, Page: lazy(async () => ({ default: (await load()).Page })) }
}
