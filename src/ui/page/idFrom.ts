/** A record's id in a URL, or the parameter in a route's pattern. */
export type PathId = number | `:${string}`

/** The id in a URL, or null for an invalid one. */
export const idFrom = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
