interface HistoryState {
  idx?: number
}

/** The router's index of the current history entry; undefined where the router did not create it. */
export const historyIndex = () => ((window.history.state ?? {}) as HistoryState).idx

/** Whether no entry of this application precedes it. */
export const isFirstEntry = () => !historyIndex()
