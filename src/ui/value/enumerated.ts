import { counted } from './numbers'

const enumeration = new Intl.ListFormat('en-US')

/** '3 bids and 1 note': what there is of several things, without those of which there is none. */
export const enumerated = (
  counts: readonly (readonly [count: number, one: string, several?: string])[],
): string =>
  enumeration.format(
    counts.filter(([count]) => count > 0).map(([count, one, several]) => counted(count, one, several)),
  )
