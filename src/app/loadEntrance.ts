import { entranceRoutes } from '../features/session/entranceRoutes'
import { signInPath } from '../contract/session'
import { pageAt } from '../ui/page/pageRoute'

/** Loads the PublicRoutes' page at a path. A failure is reported where it is rendered. */
export const loadEntrance = async (pathname: string): Promise<void> => {
  const page = pageAt(entranceRoutes, pathname) ?? pageAt(entranceRoutes, signInPath)
  await Promise.allSettled([page?.load()])
}
