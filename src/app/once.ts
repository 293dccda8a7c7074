/** Does something at most once; again only after it has failed. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((reason: unknown) => {
      made = undefined
      throw reason
    }))
}
