import { useMemo } from 'react'
import type { Status } from '../../contract/statuses'
import type { ListRules } from './listState'
import { useListState, type ListControl } from './useListState'

/** URL parameters of the choice; defaults are omitted. */
const filters = ['status', 'show'] as const
const everything = 'all'

/** A list filtered by status, which is part of its state in the URL (ORG-11). */
export interface StatusList extends ListControl {
  /** The matching records: active ones by default. */
  status: Status
  /** The others are listed, too, after the matching ones. */
  showsAll: boolean
  choose: (status: Status) => void
  showAll: (all: boolean) => void
}

/** @param rules the resource's list rules; a stable object */
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
