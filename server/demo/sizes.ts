/** Opportunities of an installation without a configured number. */
export const defaultOpportunities = 300

/**
 * Tables whose rows belong to opportunities: for each row of a group, the position of its opportunity in the group,
 * from 0. In order, so that a last group with few opportunities has the first of these rows.
 */
const hosts = {
  bids: [0, 0, 0, 1, 2, 2, 3, 3, 3, 3, 5, 5, 5, 5],
  quotes: [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 5],
  contracts: [1, 2, 3, 5, 5],
  contractAccounts: [1, 2, 3, 5, 5],
  notes: [0, 0, 1, 2, 3, 3, 4, 5],
  files: [0, 3],
  activities: [0, 1, 3, 4],
} as const
type Hosted = keyof typeof hosts

/**
 * Demo records are made in groups, and reference only records of their own group, so that rows are the same in every
 * size. 300 opportunities make 50 groups.
 */
export const perGroup = {
  customers: 3,
  organizations: 5,
  addresses: 7,
  organizationAddresses: 10,
  contacts: 8,
  organizationContacts: 11,
  opportunities: 6,
  bids: hosts.bids.length,
  quotes: hosts.quotes.length,
  contracts: hosts.contracts.length,
  contractAccounts: hosts.contractAccounts.length,
  notes: hosts.notes.length,
  files: hosts.files.length,
  todos: 3,
  organizationTodos: 3,
  activities: hosts.activities.length,
} as const
export type Grouped = keyof typeof perGroup

/** The number of records of a kind for a number of opportunities, in whole groups. */
export const sizeOf = (kind: Grouped, opportunities: number): number =>
  Math.ceil(opportunities / perGroup.opportunities) * perGroup[kind]

/** The number of records that belong to a number of opportunities. */
export function ownedRowCount(kind: Hosted, opportunities: number): number {
  const rest = opportunities % perGroup.opportunities
  const groups = (opportunities - rest) / perGroup.opportunities
  return groups * perGroup[kind] + hosts[kind].filter((host) => host < rest).length
}

/** How many groups have all of their opportunities. */
export const wholeGroups = (opportunities: number): number =>
  Math.floor(opportunities / perGroup.opportunities)

/** The index of the opportunity of a record. */
export const opportunityIndexOf = (kind: Hosted, index: number): number =>
  groupOf(kind, index) * perGroup.opportunities + (hosts[kind][index % perGroup[kind]] ?? 0)

/** The group of a record. */
export const groupOf = (kind: Grouped, index: number): number => Math.floor(index / perGroup[kind])

/** The indexes of a kind's records in a group. */
export const indexesIn = (kind: Grouped, group: number): number[] =>
  Array.from({ length: perGroup[kind] }, (_, offset) => group * perGroup[kind] + offset)
