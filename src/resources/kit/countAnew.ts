/**
 * A cached count may be stale, so it is refetched on mount. Selects only the count, so that nothing else causes a
 * re-render.
 */
export const countAnew = {
  refetchOnMountOrArgChange: true,
  selectFromResult: ({ currentData }: { currentData?: { count: number } | undefined }) => ({
    count: currentData?.count,
  }),
} as const
