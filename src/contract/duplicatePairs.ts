/** Pairs of records that are probably the same (DUP-1). */
import { contract, type ResourceName } from '.'
import type { ListAnswer } from './answers'

/** The resources whose records are compared, and merged. */
export const mergedResources = ['organizations', 'contacts'] as const
export type MergedResource = (typeof mergedResources)[number]

export const isMerged = (resource: ResourceName): resource is MergedResource =>
  (mergedResources as readonly ResourceName[]).includes(resource)

/** What two records have in common, the strongest reason first, and how much it weighs. */
export const duplicateReasons = {
  organizations: { tax_id: 4, duns_number: 4, bin_number: 4, name: 3, email: 2, phone: 1 },
  contacts: { email: 3, name: 3, phone: 2 },
} as const satisfies Record<MergedResource, Readonly<Record<string, number>>>

export type DuplicateReason = {
  [N in MergedResource]: keyof (typeof duplicateReasons)[N]
}[MergedResource]

/** GET lists the pairs of a resource, those with the most in common first. */
export const duplicatePairsPath = (resource: MergedResource): string =>
  `${contract[resource].path}duplicate-pairs/`

/** PUT says that a pair is no duplicate, DELETE takes that back. */
export const dismissalPath = (resource: MergedResource, pair: number | ':id'): string =>
  `${duplicatePairsPath(resource)}${pair}/dismissal/`

export interface DuplicatePair {
  pair_id: number
  /** Of the two records, the older one first. */
  ids: [number, number]
  reasons: DuplicateReason[]
  /** When it was said to be no duplicate. */
  dismissed_at: string | null
}

/** The records of a page of pairs stand in `results`, each once; `count` counts the pairs. */
export interface DuplicatePairsAnswer<Record> extends ListAnswer<Record> {
  pairs: DuplicatePair[]
}

/** Pairs of one answer at most. */
export const maxPairs = 100
