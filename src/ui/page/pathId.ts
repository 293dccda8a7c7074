/** A record's id in a URL, or the parameter in a route's pattern. */
export type PathId = number | `:${string}`
