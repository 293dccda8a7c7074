import { counted } from './numbers'

const enumeration = new Intl.ListFormat('en-US')

/** '3 bids and 1 note': the counts of several things, without zeros. */
export const enumerated = (
  counts: readonly (readonly [count: number, one: string, several?: string])[],
): string =>
  enumeration.format(
    counts.filter(([count]) => count > 0).map(([count, one, several]) => counted(count, one, several)),
  )
