interface HistoryState {
  /** Numbered like the router's entries, so that it knows the distance between any two. */
  idx?: number
}

/** The index of the current history entry; undefined where this application did not create it. */
export const placeInHistory = () => ((window.history.state ?? {}) as HistoryState).idx

/** Whether no entry of this application precedes it. */
export const isFirstPlace = () => !placeInHistory()
