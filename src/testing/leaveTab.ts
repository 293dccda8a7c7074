import { fireEvent } from '@testing-library/react'

interface Page {
  unmount: () => void
  /** Tells the store. */
  leaving: () => void
}

/**
 * The tab goes while a page is open. What its storages hold then is all that a page after it can know.
 * @param another the next page opens in another tab, which has no storage of the first one's
 */
export const leaveTab = ({ unmount, leaving }: Page, { another = false } = {}) => {
  leaving()
  fireEvent(window, new Event('pagehide'))
  const places = [window.localStorage, window.sessionStorage]
  const left = places.map((place) => Object.entries(place) as [string, string][])
  // A page that goes is not unmounted; whatever that would write is not written.
  unmount()
  places.forEach((place, index) => {
    place.clear()
    if (place === window.sessionStorage && another) return
    for (const [name, value] of left[index] ?? []) place.setItem(name, value)
  })
}
