import type { SerializedError } from '@reduxjs/toolkit'
import { useEffect, useMemo, useRef } from 'react'
import { shallowEqual } from 'react-redux'
import type { ResourceName, Row } from '../../contract'
import { api } from '../../api/kit/api'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppDispatch, useRows } from '../../api/kit/hooks'
import type { ListArgs, ListResult } from '../../api/kit/queries'
import { listVisited } from '../../store/visitedLists'
import { useIsUnread } from '../page/pageRoute'
import { listArgs } from './listArgs'
import type { ListControl } from './useListState'

/** The used part of a list endpoint. */
export interface ListEndpoint<N extends ResourceName> {
  name: string
  useQuery: (
    args: ListArgs<N>,
    options: { refetchOnMountOrArgChange?: boolean; skip?: boolean },
  ) => {
    /** The last answer, to any arguments. */
    data?: ListResult | undefined
    /** The answer to the current arguments. */
    currentData?: ListResult | undefined
    error?: ApiError | SerializedError | undefined
    isFetching: boolean
    refetch: () => unknown
  }
}

/** The data of a list page. */
export interface ListAnswered<R> {
  /** The rows of the last answered page; undefined before the first answer. */
  rows: R[] | undefined
  /** Number of rows before them. */
  offset: number
  /** Number of all rows. */
  count: number
  fetching: boolean
  error: ApiError | undefined
  retry: () => void
}

const noIds: readonly number[] = []

/** Filters of the record that a list belongs to: the bids of an organization. */
export type Within = Readonly<Record<string, string>>
const anywhere: Within = {}

/** Aborts the previous request as soon as a newer one has replaced it. */
export const useAbortOfOlder = (endpointName: string, args: object) => {
  const dispatch = useAppDispatch()
  const latest = useRef(args)
  useEffect(() => {
    const older = latest.current
    latest.current = args
    if (shallowEqual(older, args)) return
    for (const running of dispatch(api.util.getRunningQueriesThunk())) {
      if (running.queryCacheKey.startsWith(`${endpointName}(`) && shallowEqual(running.arg, older))
        running.abort()
    }
  }, [dispatch, endpointName, args])
}

/**
 * Leads from a page that does not exist, or no longer, to the last one.
 * @param count number of all rows; undefined until it is known
 * @param isUnsure the count may be that of another list
 */
export const usePageCorrection = (
  { state: { page, size }, act }: Pick<ListControl, 'state' | 'act'>,
  count: number | undefined,
  isUnsure: boolean,
) => {
  const lastPage = count === undefined ? undefined : Math.max(1, Math.ceil(count / size))
  const isBeyond = !isUnsure && lastPage !== undefined && page > lastPage
  useEffect(() => {
    if (isBeyond) act({ type: 'pageCorrected', page: lastPage })
  }, [isBeyond, lastPage, act])
}

/**
 * Loads the page of a list given in the URL; shown rows stay until the next are loaded.
 * @param within a stable object for the same rows
 * @param isAside its rows are not links: the previously visited list stays the return target and defines the neighbours
 */
export const useResourceList = <N extends ResourceName>(
  resource: N,
  endpoint: ListEndpoint<N>,
  { state, act, hrefAfter }: ListControl,
  within = anywhere,
  isAside = false,
): ListAnswered<Row<N>> => {
  const dispatch = useAppDispatch()
  const { page, size, sort, q } = state
  const filters = useMemo(() => ({ ...state.filters, ...within }), [state.filters, within])
  const args = useMemo(() => listArgs<N>(state, within), [state, within])
  const { data, currentData, error, isFetching, refetch } = endpoint.useQuery(args, {
    refetchOnMountOrArgChange: useIsUnread(endpoint, args),
  })
  useAbortOfOlder(endpoint.name, args)
  const rows = useRows(resource, data?.ids ?? noIds)

  usePageCorrection({ state, act }, data?.count, isFetching || error !== undefined)

  const address = hrefAfter({ type: 'pageChosen', page })
  useEffect(() => {
    if (!currentData || isAside) return
    const { offset, ids, count } = currentData
    dispatch(
      listVisited({ resource, list: { address, q, filters, ordering: sort, size, offset, ids, count } }),
    )
  }, [dispatch, resource, address, q, filters, sort, size, currentData, isAside])

  return {
    rows: data && rows,
    offset: data?.offset ?? 0,
    count: data?.count ?? 0,
    fetching: isFetching,
    error: isFetching ? undefined : asApiError(error),
    retry: () => void refetch(),
  }
}
