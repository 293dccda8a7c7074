/** What the path of a route says of it, as it is registered: `/api/mpg/tags/:id/`. */

/** A path without its parameters' names, so that `:id` and `:key` are the same. */
export const fits = (path: string, below: string): boolean => `${path.replace(/\/$/, '')}/`.startsWith(below)

/** Of these paths, the longest one that a path is or is below; undefined where it is below none. */
export const longestFitting = (known: readonly string[], path: string): string | undefined =>
  known
    .filter((below) => fits(path, below))
    .reduce<string | undefined>(
      (best, below) => (best && best.length > below.length ? best : below),
      undefined,
    )

/** Whether a request with the method changes nothing. */
export const isReading = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Below a list: its rows as a file. */
export const isExport = (path: string): boolean => /\/export\/?$/.test(path)
