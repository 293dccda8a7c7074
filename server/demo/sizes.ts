/** How many opportunities an installation gets that asks for no number. */
export const defaultOpportunities = 300

/**
 * The demo world comes in groups, and a record refers only to records of its own group. So rows stay the same
 * whatever the size. A size of 300 opportunities makes 50 groups.
 */
export const perGroup = {
  customers: 3,
  organizations: 5,
  opportunities: 6,
  contacts: 8,
  addresses: 7,
  bids: 14,
}

/** How many records of a kind belong to a number of opportunities; groups are never cut. */
export const sizeOf = (kind: keyof typeof perGroup, opportunities: number): number =>
  Math.ceil(opportunities / perGroup.opportunities) * perGroup[kind]
