import { fireEvent } from '@testing-library/react'

interface Page {
  unmount: () => void
  /** Notifies the store. */
  leaving: () => void
}

/**
 * Closes the tab while a page is open. Only the content of its storages is available to a later page.
 * @param another the next page opens in another tab, without the first one's session storage
 */
export const leaveTab = ({ unmount, leaving }: Page, { another = false } = {}) => {
  leaving()
  fireEvent(window, new Event('pagehide'))
  const places = [window.localStorage, window.sessionStorage]
  const left = places.map((place) => Object.entries(place) as [string, string][])
  // A closing page is not unmounted; writes during the unmount are dropped.
  unmount()
  places.forEach((place, index) => {
    place.clear()
    if (place === window.sessionStorage && another) return
    for (const [name, value] of left[index] ?? []) place.setItem(name, value)
  })
}
