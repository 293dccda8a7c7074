import { arriving } from '../ui/page/arriving'
import type { PageModule } from '../ui/page/pageRoute'
import { frame, framedPageAt, lightPageAt } from './pages'

export const routed = arriving(
  () => import('./Routed'),
  ({ Routed }) => Routed,
)

/** Whether all that shows the page at an address has been fetched. */
export const isAhead = (pathname: string): boolean =>
  [routed, frame, framedPageAt(pathname)].every((part) => part?.isThere() ?? true)

/**
 * Fetches the page at an address, and router and frame where it needs them, side by side instead of one after the other.
 * Resolves when all are there or have failed, which is told where they are shown; to the page's module, where it has come.
 */
export const loadAhead = async (pathname: string): Promise<PageModule | undefined> => {
  const light = lightPageAt(pathname)
  const around = light ? [] : [routed.load(), frame.load()]
  const [page] = await Promise.allSettled([(light ?? framedPageAt(pathname))?.load(), ...around])
  return page.status === 'fulfilled' ? page.value : undefined
}
