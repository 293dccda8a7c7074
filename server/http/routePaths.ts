/** What the path of a route says of it, as it is registered: `/api/mpg/tags/:id/`. */

const slashed = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

/** Whether a path, with or without its last slash, is one or is below it. */
export const fits = (path: string, below: string): boolean => slashed(path).startsWith(below)

/** Of these paths, the longest one that a path is or is below; undefined where it is below none. */
export function longestFitting(known: readonly string[], path: string): string | undefined {
  // Once: a server asks this for a thousand routes of a hundred paths before it listens.
  const whole = slashed(path)
  let best: string | undefined
  for (const below of known)
    if (whole.startsWith(below) && (best === undefined || below.length >= best.length)) best = below
  return best
}

/** Whether a request with the method changes nothing. */
export const isReading = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Below a list: its rows as a file. */
export const isExport = (path: string): boolean => /\/export\/?$/.test(path)
