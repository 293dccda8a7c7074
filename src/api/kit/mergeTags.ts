import type { ResourceName } from '../../contract'
import { listOf, type CacheTag } from './cacheTags'

/** What a merge moves. */
const moved = [
  ...(['organizations', 'contacts', 'addresses', 'organizationContacts', 'organizationAddresses'] as const),
  ...(['organizationTodos', 'opportunities', 'bids', 'creditSetups', 'contracts', 'suppliers'] as const),
  ...(['utilityAccounts', 'notes', 'files', 'todos', 'activities'] as const),
] satisfies readonly ResourceName[]

/** What is read anew after a merge, or its undo: the lists of all that it moves, and its records. */
export const tagsOfMerge = (resource: ResourceName, ids: readonly number[]): CacheTag[] => [
  ...moved.map(listOf),
  ...ids.map((id) => ({ type: resource, id })),
]
