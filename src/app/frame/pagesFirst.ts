let underWay: Promise<void> = Promise.resolve()

/** Sets the pending prefetch of the most likely next pages. */
export const setPagesUnderWay = (fetched: Promise<void>): void => {
  underWay = fetched
}

/** Resolves when that prefetch is complete: less urgent downloads wait for it. */
export const pagesFirst = (): Promise<void> => underWay
