/** Memoizes an async function; a failure is not cached. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((reason: unknown) => {
      made = undefined
      throw reason
    }))
}
