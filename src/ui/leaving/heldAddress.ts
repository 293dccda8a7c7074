import { createContext } from 'react'
import { placeInHistory } from '../page/placeInHistory'

/** Keeps the browser's address at the page that is shown, while a step in the history is refused. */
interface HeldAddress {
  /** A page has been reached. */
  arrived: () => void
  /** The router is about to take a step of the user's back. */
  takingBack: () => void
}

/** Milliseconds without a step in the history after which no further one is on its way. */
const quiet = 100

/**
 * The router takes a refused step back by one of its own, and takes whichever step comes next for that; where one more
 * of the user's comes in between, the address would stay elsewhere. Until the address is home again, such steps do not
 * get to the router. It has to be called before the router is made: browsers tell those that listen to the window in
 * the order in which they came, whatever phase they ask for.
 */
export const holdAddress = (): HeldAddress => {
  let home = placeInHistory()
  let isReturning = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const goHome = () => {
    const place = placeInHistory()
    if (isReturning && place !== undefined && home !== undefined && place !== home)
      window.history.go(home - place)
  }

  window.addEventListener('popstate', (event) => {
    clearTimeout(timer)
    if (!isReturning) return
    if (placeInHistory() === home) {
      // The router awaits it.
      isReturning = false
      return
    }
    event.stopImmediatePropagation()
    timer = setTimeout(goHome, quiet)
  })

  return {
    arrived: () => {
      home = placeInHistory()
      isReturning = false
    },
    takingBack: () => {
      isReturning = true
    },
  }
}

/** Where there is no browser's history, nothing needs to be held. */
export const HeldAddressContext = createContext<HeldAddress>({ arrived: () => {}, takingBack: () => {} })
