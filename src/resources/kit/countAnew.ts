/** Selects only the count, so that nothing else causes a re-render. */
export const countAlone = {
  selectFromResult: ({ currentData }: { currentData?: { count: number } | undefined }) => ({
    count: currentData?.count,
  }),
} as const

/** The same of a cached count that may be stale, so that it is refetched on mount. */
export const countAnew = { refetchOnMountOrArgChange: true, ...countAlone } as const
