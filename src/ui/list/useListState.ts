import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  readListState,
  reduceListState,
  writeListState,
  type ListAction,
  type ListRules,
  type ListState,
} from './listState'

/** A list's state, which lives in the address and nowhere else (LIST-5). */
export interface ListControl {
  state: ListState
  /**
   * Goes where the action leads. A search that is being typed on replaces its own step in the history, and a corrected
   * page the one that does not exist.
   */
  act: (action: ListAction) => void
  /** Where the action would lead, for links. */
  hrefAfter: (action: ListAction) => string
}

export const useListState = (rules: ListRules): ListControl => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readListState(new URLSearchParams(search), rules), [search, rules])

  const hrefAfter = useCallback(
    (action: ListAction) => {
      const query = writeListState(reduceListState(state, action, rules), rules)
      return query ? `${pathname}?${query}` : pathname
    },
    [state, rules, pathname],
  )

  const act = useCallback(
    (action: ListAction) => {
      const href = hrefAfter(action)
      const typesOn = action.type === 'searched' && action.q !== '' && state.q !== ''
      if (href !== pathname + search)
        void navigate(href, { replace: typesOn || action.type === 'pageCorrected' })
    },
    [hrefAfter, navigate, pathname, search, state.q],
  )

  return useMemo(() => ({ state, act, hrefAfter }), [state, act, hrefAfter])
}
