import { createContext } from 'react'
import { historyIndex } from '../page/historyIndex'

/** historyGuard: keeps the browser's URL at the shown page while a history navigation is refused. */
interface HistoryGuard {
  /** A page has been reached. */
  arrived: () => void
  /** The router is about to revert a history navigation. */
  takingBack: () => void
}

/** Milliseconds without a popstate event after which none is pending. */
const quiet = 100

/**
 * The router reverts a refused history navigation with one of its own, and takes the next popstate event for that; a
 * further navigation in between would leave the URL at another page. Until the URL is restored, such events are kept
 * from the router. To be called before the router is created: listeners of window run in the order of registration, in
 * any phase.
 */
export const createHistoryGuard = (): HistoryGuard => {
  let home = historyIndex()
  let isReturning = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const goHome = () => {
    const place = historyIndex()
    if (isReturning && place !== undefined && home !== undefined && place !== home)
      window.history.go(home - place)
  }

  window.addEventListener('popstate', (event) => {
    clearTimeout(timer)
    if (!isReturning) return
    if (historyIndex() === home) {
      // The router waits for this event.
      isReturning = false
      return
    }
    event.stopImmediatePropagation()
    timer = setTimeout(goHome, quiet)
  })

  return {
    arrived: () => {
      home = historyIndex()
      isReturning = false
    },
    takingBack: () => {
      isReturning = true
    },
  }
}

/** Without the browser's history there is nothing to guard. */
export const HistoryGuardContext = createContext<HistoryGuard>({ arrived: () => {}, takingBack: () => {} })
