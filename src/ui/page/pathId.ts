/** A record's id in an address, or the place of one in a route's pattern. */
export type PathId = number | `:${string}`
