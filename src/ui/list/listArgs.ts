import type { Contract, ResourceName } from '../../contract'
import type { OrderingOf } from '../../contract/kit'
import type { ListArgs } from '../../api/kit/queries'
import { listParams, type Filters, type ListState } from './listState'

/** What the endpoint of a resource's list is asked for in this state; `within` names of whom it is. */
export const listArgs = <N extends ResourceName>(state: ListState, within?: Filters): ListArgs<N> => ({
  ...listParams(state, within),
  // The list state was read by the same contract entry that names the orderings.
  ordering: state.sort as OrderingOf<Contract[N]>,
})
