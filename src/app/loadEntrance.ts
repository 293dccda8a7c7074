import { entranceRoutes } from '../features/session/entranceRoutes'
import { signInPath } from '../contract/session'
import { pageAt } from '../ui/page/pageRoute'

/** Fetches the page by which whoever is not signed in comes in at an address. Where that fails, it is told there. */
export const loadEntrance = async (pathname: string): Promise<void> => {
  const page = pageAt(entranceRoutes, pathname) ?? pageAt(entranceRoutes, signInPath)
  await Promise.allSettled([page?.load()])
}
