import { lazy, type ComponentType } from 'react'

/** A page at its path, fetched when it is first needed. */
export interface PageRoute {
  path: string
  /** Fetches the page ahead of its being shown. */
  load: () => Promise<unknown>
  Page: ComponentType
}

/** Each page is a module of its own that exports `Page`. */
export const pageRoute = (path: string, load: () => Promise<{ Page: ComponentType }>): PageRoute => ({
  path,
  load,
  Page: lazy(async () => ({ default: (await load()).Page })),
})
