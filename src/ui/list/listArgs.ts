import type { Contract, ResourceName } from '../../contract'
import type { OrderingOf } from '../../contract/fields'
import type { ExportCall } from '../../api/exportsApi'
import type { ListArgs } from '../../api/kit/queries'
import { listParams, type Filters, type ListState } from './listState'

/** The endpoint's arguments for a list state; `within` are the filters of the list's record. */
export const listArgs = <N extends ResourceName>(state: ListState, within?: Filters): ListArgs<N> => ({
  ...listParams(state, within),
  // The list state was read by the same contract entry that declares the orderings.
  ordering: state.sort as OrderingOf<Contract[N]>,
})

/** What a list asks of its records: search and filters, those of the list's record as well. */
export const listConditions = (
  { q, filters }: ListState,
  within: Filters = {},
): Readonly<Record<string, string>> => ({ ...filters, ...within, ...(q !== '' && { q }) })

/** The parameters of the export of a list: those of the list without its page. */
export const exportParams = (state: ListState, within?: Filters, isTrash = false): ExportCall['params'] => ({
  ...listParams(state, within),
  limit: undefined,
  offset: undefined,
  ...(isTrash && { trash: true }),
})

/** The part of a list on its current page, as a request asks for it. */
export const pageArgs = ({ page, size }: Pick<ListState, 'page' | 'size'>) => ({
  limit: size,
  offset: (page - 1) * size,
})
