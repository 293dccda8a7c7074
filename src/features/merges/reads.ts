/** What the pages of duplicates and merges read, also together with their chunks. */
import { contactsApi } from '../../api/contactsApi'
import { mergesApi } from '../../api/mergesApi'
import { organizationsApi } from '../../api/organizationsApi'
import type { MergedResource } from '../../contract/duplicatePairs'
import { pageArgs } from '../../ui/list/listArgs'
import { readListState, type ListState } from '../../ui/list/listState'
import { idFrom } from '../../ui/page/idFrom'
import { readOf, type ReadAt } from '../../ui/page/pageRoute'

export const shownOptions = { dismissed: 'Not duplicates', merged: 'Merged lately' } as const
type Shown = keyof typeof shownOptions

/** What is shown is in the address; by default the pairs that wait. */
export const duplicatesRules = {
  orderings: [],
  defaultOrdering: '',
  filters: ['show'],
  fields: { show: { kind: 'choice', options: Object.keys(shownOptions) } },
} as const

export const shownIn = ({ filters }: ListState): Shown | null => (filters['show'] ?? null) as Shown | null

export const pairsArgs = (state: ListState) => ({
  dismissed: shownIn(state) === 'dismissed',
  ...pageArgs(state),
})

export const mergesArgs = (resource: MergedResource, state: ListState) => ({ resource, ...pageArgs(state) })

export const pairEndpoints = {
  organizations: mergesApi.endpoints.organizationPairs,
  contacts: mergesApi.endpoints.contactPairs,
} as const

/** The pairs, or the merges of late. */
export const duplicatesReads =
  (resource: MergedResource): ReadAt =>
  ({ search }) => {
    const state = readListState(new URLSearchParams(search), duplicatesRules)
    return shownIn(state) === 'merged'
      ? [readOf(mergesApi.endpoints.merges, mergesArgs(resource, state))]
      : [readOf(pairEndpoints[resource], pairsArgs(state))]
  }

export const recordEndpoints = {
  organizations: organizationsApi.endpoints.organization,
  contacts: contactsApi.endpoints.contact,
} as const

/** The record that is kept and the one that is merged, by an address; null where it names none. */
export const mergedAt = (idText: string | undefined, search: URLSearchParams) => {
  const id = idFrom(idText)
  const other = idFrom(search.get('with') ?? undefined)
  return { id, other: other === id ? null : other }
}

/** The two records of a merge, and what it would move. */
export const mergeReads =
  (resource: MergedResource): ReadAt =>
  ({ params, search }) => {
    const { id, other } = mergedAt(params['id'], new URLSearchParams(search))
    return [
      ...[id, other].flatMap((one) => (one === null ? [] : [readOf(recordEndpoints[resource], one)])),
      ...(id === null || other === null
        ? []
        : [readOf(mergesApi.endpoints.mergePreview, { resource, id, other })]),
    ]
  }
