interface HistoryState {
  /** Steps are numbered as the router numbers them, which then knows how far apart any two are. */
  idx?: number
}

/** The place in the browser's history; undefined where no step of this application has led to it. */
export const placeInHistory = () => ((window.history.state ?? {}) as HistoryState).idx

/** Whether nothing of this application lies before it. */
export const isFirstPlace = () => !placeInHistory()
