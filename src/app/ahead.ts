import { persistent } from '../ui/page/persistent'
import { framedPageAt, lightPageAt, loadFrame } from './pages'

export const loadRouted = persistent(() => import('./Routed'))

/**
 * Fetches router, frame and the page at an address side by side, instead of one after the other. Resolves when all are
 * there or have failed, which is told where they are shown.
 */
export const loadAhead = async (pathname: string): Promise<void> => {
  if (lightPageAt(pathname)) return
  await Promise.allSettled([loadRouted(), loadFrame(), framedPageAt(pathname)?.load()])
}
