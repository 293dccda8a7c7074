import { useMemo } from 'react'
import type { Status } from '../../contract/statuses'
import type { ListRules } from './listState'
import { useListState, type ListControl } from './useListState'

/** The address's names of what is chosen; at their defaults neither stands there. */
const filters = ['status', 'show'] as const
const everything = 'all'

/** A list that is narrowed by status, which the address keeps with the rest of its state (ORG-11). */
export interface StatusList extends ListControl {
  /** What matches: what is active, unless something else was chosen. */
  status: Status
  /** The others are listed too, behind what matches. */
  showsAll: boolean
  choose: (status: Status) => void
  showAll: (all: boolean) => void
}

/** @param rules what the resource says about its lists; always the same */
export const useStatusList = (rules: ListRules): StatusList => {
  const list = useListState(useMemo(() => ({ ...rules, filters }), [rules]))
  const { act, state } = list
  return {
    ...list,
    status: state.filters['status'] === 'expired' ? 'expired' : 'active',
    showsAll: state.filters['show'] === everything,
    choose: (status) => act({ type: 'filtered', name: 'status', value: status === 'active' ? null : status }),
    showAll: (all) => act({ type: 'filtered', name: 'show', value: all ? everything : null }),
  }
}
