import { arriving } from '../ui/page/arriving'
import type { PageModule } from '../ui/page/pageRoute'
import { frame, framedPageAt, isFramedOnceSignedIn, lightPageAt } from './pages'

export const routed = arriving(
  () => import('./Routed'),
  ({ Routed }) => Routed,
)

/** Whether everything for the page at a path is loaded. */
export const isAhead = (pathname: string): boolean =>
  [routed, frame, framedPageAt(pathname)].every((part) => part?.isThere() ?? true)

/**
 * Loads the page at a path, and router and layout where needed, in parallel. Resolves when all are loaded or failed,
 * which is reported where they are rendered; with the page's module, if loaded.
 */
export const loadAhead = async (pathname: string, isSignedIn = true): Promise<PageModule | undefined> => {
  const light = lightPageAt(pathname)
  const isFramed = !light || (isSignedIn && isFramedOnceSignedIn(pathname))
  const around = isFramed ? [routed.load(), frame.load()] : []
  const [page] = await Promise.allSettled([(light ?? framedPageAt(pathname))?.load(), ...around])
  return page.status === 'fulfilled' ? page.value : undefined
}
