/** What was known of it while nobody looked may be old. Nothing but the number draws the page anew. */
export const countAnew = {
  refetchOnMountOrArgChange: true,
  selectFromResult: ({ currentData }: { currentData?: { count: number } | undefined }) => ({
    count: currentData?.count,
  }),
} as const
