import { QueryStatus } from '@reduxjs/toolkit/query'
import type { RecordChange } from '../../contract/events'
import { changeReceived, changesMissed } from '../../store/deletedRecords'
import { isLocalMutation, selectRemoval } from '../../store/localMutations'
import { selectRow, type AnyRow } from '../../store/entities'
import { api } from '../kit/api'
import type { NormalizedResult } from '../kit/baseQuery'
import type { CacheTag } from '../kit/cacheTags'
import type { RootState, Store } from '../kit/createStore'
import { tagsInvalidatedBy } from '../kit/invalidation'
import type { LiveEvent } from './stream'

/** Milliseconds for which changes are batched, and between two refetches. */
const batchDelay = 100
const minInterval = 1_000
/** Milliseconds between two checks whether refetching is possible. */
const retryDelay = 250
/** With more changes than that, the records of a resource are invalidated together. */
const maxSeparateChanges = 50

/** Subscription counts of an answer. */
interface Subscriptions {
  getSubscriptionCount: (queryCacheKey: string) => number
}

/** The user's current use of the tab. */
export interface TabState {
  /** The tab is hidden; `wake` is called when that has changed. */
  isHidden: () => boolean
  /** A picker is open, whose options must not move under the pointer. */
  isChoosing: () => boolean
}

interface Query {
  queryCacheKey: string
  endpointName: string
  originalArgs: unknown
}

/** A query that was sent at least once. */
type StartedQuery = Exclude<
  NonNullable<RootState['api']['queries'][string]>,
  { status: QueryStatus.uninitialized }
>

type Initiate = (args: unknown, options: { forceRefetch: true; subscribe: false }) => never

/** The tags invalidated by a change: the record, its lists, and the records that nest or show it. */
const tagsOf = (
  state: RootState,
  { resource, id }: RecordChange,
): (CacheTag | { type: CacheTag['type'] })[] => {
  if (id === null) return [{ type: resource }, ...tagsInvalidatedBy(resource, [])]
  const row = selectRow(state, resource, id) as AnyRow | undefined
  return [{ type: resource, id }, ...tagsInvalidatedBy(resource, row ? [row] : [])]
}

/**
 * Refetches the queries with subscribers after a change: soon, but at most once a second, and only while the tab is
 * visible. Queries without subscribers are removed from the cache and refetched on the next use.
 */
export const createRefetcher = ({ dispatch, getState }: Store, { isHidden, isChoosing }: TabState) => {
  let changes: RecordChange[] = []
  /** Queries that wait for the end of a removal, by cache key. */
  const delayed = new Map<string, Query>()
  let missedBefore = 0
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const hasSubscribers = (queryCacheKey: string) => {
    const found = dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as Subscriptions
    return found.getSubscriptionCount(queryCacheKey) > 0
  }

  const removeQuery = (queryCacheKey: string) => {
    const { status } = getState().api.queries[queryCacheKey] ?? {}
    if (status !== QueryStatus.pending)
      dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }))
  }

  /** Waits for the pending answer, if any. */
  const untilAnswered = async ({ endpointName, originalArgs }: Query) => {
    await dispatch(api.util.getRunningQueryThunk(endpointName as never, originalArgs as never))
  }

  const filterQueries = (matches: (query: StartedQuery) => boolean): Query[] =>
    Object.entries(getState().api.queries).flatMap(([queryCacheKey, query]) =>
      query && query.status !== QueryStatus.uninitialized && matches(query)
        ? [{ queryCacheKey, endpointName: query.endpointName, originalArgs: query.originalArgs }]
        : [],
    )

  /** The queries started before a moment: at which time within the request its answer was true is unknown. */
  const olderThan = (before: number) => filterQueries(({ startedTimeStamp }) => startedTimeStamp < before)

  /** Queries whose first request is pending: their tags are known only with the answer. */
  const firstRequests = () =>
    filterQueries(
      ({ status, fulfilledTimeStamp }) => status === QueryStatus.pending && fulfilledTimeStamp === undefined,
    )

  /** State of this tab's removal of the record that a query reads. */
  const removalOfRead = ({ queryCacheKey, originalArgs: id }: Query) => {
    const state = getState()
    const { resource, ids } = (state.api.queries[queryCacheKey]?.data ?? {}) as Partial<NormalizedResult>
    return resource && typeof id === 'number' && ids?.[0] === id
      ? selectRemoval(state, resource, id)
      : undefined
  }

  const delayUntilRemoved = (query: Query) => {
    delayed.set(query.queryCacheKey, query)
    schedule(minInterval)
  }

  const refetch = async (query: Query) => {
    // The pending request may have been answered before the change.
    await untilAnswered(query)
    // Its record may have been deleted meanwhile, and can no longer be read then.
    const removal = removalOfRead(query)
    if (removal === 'pending') delayUntilRemoved(query)
    if (removal !== undefined) return
    const { endpointName, originalArgs } = query
    const { initiate } =
      (api.endpoints as Readonly<Record<string, { initiate: Initiate }>>)[endpointName] ?? {}
    if (initiate) void dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }))
  }

  const refetchFirst = async (query: Query, tags: ReturnType<typeof tagsOf>) => {
    await untilAnswered(query)
    const stale = api.util.selectInvalidatedBy(getState(), tags)
    const isStale = stale.some(({ queryCacheKey }) => queryCacheKey === query.queryCacheKey)
    if (!isStale) return
    if (hasSubscribers(query.queryCacheKey)) void refetch(query)
    else removeQuery(query.queryCacheKey)
  }

  const refetchStale = () => {
    if (changes.length === 0 && missedBefore === 0 && delayed.size === 0) return
    const state = getState()
    const tags = changes
      .filter((change) => !isLocalMutation(state, change))
      .flatMap((change) => tagsOf(state, change))
    const stale: Query[] = [
      ...delayed.values(),
      ...(missedBefore > 0 ? olderThan(missedBefore) : []),
      ...(tags.length > 0 ? api.util.selectInvalidatedBy(state, tags) : []),
    ].filter((query) => removalOfRead(query) !== 'deleted')
    delayed.clear()
    changes = []
    missedBefore = 0
    const refetched = new Map<string, Query>()
    for (const query of stale) {
      // The record can no longer be read as soon as the removal is answered.
      if (removalOfRead(query) === 'pending') delayUntilRemoved(query)
      else if (hasSubscribers(query.queryCacheKey)) refetched.set(query.queryCacheKey, query)
      else removeQuery(query.queryCacheKey)
    }
    for (const query of refetched.values()) void refetch(query)
    if (tags.length === 0) return
    for (const query of firstRequests())
      if (!refetched.has(query.queryCacheKey)) void refetchFirst(query, tags)
  }

  const schedule = (pause: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isHidden()) return
      if (isChoosing()) {
        schedule(retryDelay)
        return
      }
      last = Date.now()
      refetchStale()
    }, pause)
  }

  const addChange = (change: RecordChange) => {
    const { resource } = change
    changes.push(change)
    if (changes.filter((each) => each.resource === resource).length > maxSeparateChanges)
      changes = [...changes.filter((each) => each.resource !== resource), { ...change, id: null }]
  }

  return {
    receive: (event: Extract<LiveEvent, { type: 'changed' | 'missed' }>) => {
      if (event.type === 'changed') {
        dispatch(changeReceived(event.change))
        addChange(event.change)
      } else {
        dispatch(changesMissed())
        missedBefore = Math.max(missedBefore, event.before)
      }
      schedule(Math.max(batchDelay, last + minInterval - Date.now()))
    },
    /** Processes the changes that waited for the tab to be visible. */
    wake: () => schedule(0),
    stop: () => clearTimeout(timer),
  }
}
