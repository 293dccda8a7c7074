import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  isPlain,
  unknownParametersIn,
  normalizedViewQuery,
  readListState,
  reduceListState,
  viewQueryOf,
  writeListState,
  type ListAction,
  type ListRules,
  type ListState,
} from './listState'

/** A list's state, which is stored only in the URL (LIST-5). */
export interface ListControl {
  state: ListState
  /**
   * Navigates to the state after the action. Consecutive search inputs replace their history entry, and so do a
   * corrected page number, the view that a list opens with, and the loss of one that is not there.
   */
  act: (action: ListAction) => void
  /** The URL after the action, for links. */
  hrefAfter: (action: ListAction) => string
  /** Whether search, filters and sort are those of a saved view. */
  isAt: (query: string | null) => boolean
  /** Search, filters and sort as a saved view keeps them. */
  viewQuery: string
  /** The parameters of the address that the list does not know or take. */
  unknownParameters: readonly string[]
  /** Whether the address leaves search, filters, sort, shape and page to the view that it names, or to the default one. */
  isLeftToView: boolean
}

/** What the user has not asked for, and the way back does not lead to. */
const corrections: readonly ListAction['type'][] = ['pageCorrected', 'openedWith', 'viewLost']

/**
 * @param rules the list's rules; a stable object
 * @param hasDefaultView whether the list opens with a view, so that the one without any has an address of its own (VIEW-3)
 */
export const useListState = (rules: ListRules, hasDefaultView = false): ListControl => {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { state, unknownParameters, isLeftToView } = useMemo(() => {
    const params = new URLSearchParams(search)
    const read = readListState(params, rules)
    const unknown = unknownParametersIn(params, rules)
    const saysNothing = isPlain(read, rules) && !params.has('sort') && unknown.length === 0
    return { state: read, unknownParameters: unknown, isLeftToView: saysNothing && read.view !== 0 }
  }, [search, rules])

  const hrefAfter = useCallback(
    (action: ListAction) => {
      const next = reduceListState(state, action, rules)
      const isWhole = hasDefaultView && next.view === null && isPlain(next, rules)
      const query = writeListState(isWhole ? { ...next, view: 0 } : next, rules)
      return query ? `${pathname}?${query}` : pathname
    },
    [state, rules, pathname, hasDefaultView],
  )

  const act = useCallback(
    (action: ListAction) => {
      const href = hrefAfter(action)
      const typesOn = action.type === 'searched' && action.q !== '' && state.q !== ''
      const isCorrected = corrections.includes(action.type)
      // What its shape keeps there stays with it.
      const place = action.type === 'shapeChosen' ? '' : hash
      if (href !== pathname + search) void navigate(href + place, { replace: typesOn || isCorrected })
    },
    [hrefAfter, navigate, pathname, search, hash, state.q],
  )

  return useMemo(() => {
    const viewQuery = viewQueryOf(state, rules)
    const isAt = (query: string | null) => normalizedViewQuery(query, rules) === viewQuery
    return { state, act, hrefAfter, isAt, viewQuery, unknownParameters, isLeftToView }
  }, [state, act, hrefAfter, rules, unknownParameters, isLeftToView])
}
