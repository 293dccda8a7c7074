import { persistent } from '../ui/page/persistent'
import { framedPageAt, lightPageAt, loadFrame } from './pages'

export const loadRouted = persistent(() => import('./Routed'))

/** Fetches router, frame and the page at an address side by side, instead of one after the other. */
export const loadAhead = (pathname: string) => {
  if (lightPageAt(pathname)) return
  void loadRouted()
  void loadFrame()
  void framedPageAt(pathname)?.load()
}
