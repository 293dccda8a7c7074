let underWay: Promise<void> = Promise.resolve()

/** Tells that the pages one is likely to open next are being fetched. */
export const setPagesUnderWay = (fetched: Promise<void>): void => {
  underWay = fetched
}

/** Resolves once they have come: what is needed less soon leaves the line to them. */
export const pagesFirst = (): Promise<void> => underWay
