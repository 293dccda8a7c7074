import { contract, type ResourceName } from '../../contract'
import type { ListArgs } from '../../api/kit/queries'
import { readOf, type ReadAt } from '../page/pageRoute'
import { listArgs } from './listArgs'
import { readListState, type Filters, type ListRules, type ListState } from './listState'

type Readable<N extends ResourceName> = Parameters<typeof readOf<ListArgs<N>>>[0]

/**
 * The read of a list's page, by the list state in its URL.
 * @param within further filters
 * @param rules of its state, where they are not those of the contract
 */
export const listRead =
  <N extends ResourceName>(
    resource: N,
    endpoint: Readable<N>,
    within?: (state: ListState) => Filters,
    rules: ListRules = contract[resource],
  ): ReadAt =>
  ({ search }) => {
    const state = readListState(new URLSearchParams(search), rules)
    return [readOf(endpoint, listArgs<N>(state, within?.(state)))]
  }
