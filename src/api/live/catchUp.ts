import { QueryStatus } from '@reduxjs/toolkit/query'
import type { RecordChange } from '../../contract/events'
import { changeHeard, changesMissed } from '../../store/deletedRecords'
import { isOwn, removalOf } from '../../store/ownChanges'
import { selectRow, type AnyRow } from '../../store/entities'
import { api } from '../kit/api'
import type { Found } from '../kit/baseQuery'
import type { CacheTag } from '../kit/cacheTags'
import type { RootState, Store } from '../kit/createStore'
import { staleWithRows } from '../kit/touches'
import type { Heard } from './stream'

/** Milliseconds for which changes are batched, and between two refetches. */
const together = 100
const calm = 1_000
/** Milliseconds between two checks whether refetching is possible. */
const patience = 250
/** With more changes than that, the records of a resource are invalidated together. */
const tellApart = 50

/** Subscription counts of an answer. */
interface Subscriptions {
  getSubscriptionCount: (queryCacheKey: string) => number
}

/** The user's current use of the tab. */
export interface Attention {
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
type Asked = Exclude<NonNullable<RootState['api']['queries'][string]>, { status: QueryStatus.uninitialized }>

type Initiate = (args: unknown, options: { forceRefetch: true; subscribe: false }) => never

/** The tags invalidated by a change: the record, its lists, and the records that nest or show it. */
const tagsOf = (
  state: RootState,
  { resource, id }: RecordChange,
): (CacheTag | { type: CacheTag['type'] })[] => {
  if (id === null) return [{ type: resource }, ...staleWithRows(resource, [])]
  const row = selectRow(state, resource, id) as AnyRow | undefined
  return [{ type: resource, id }, ...staleWithRows(resource, row ? [row] : [])]
}

/**
 * Refetches the queries with subscribers after a change: soon, but at most once a second, and only while the tab is
 * visible. Queries without subscribers are removed from the cache and refetched on the next use.
 */
export const createCatchUp = ({ dispatch, getState }: Store, { isHidden, isChoosing }: Attention) => {
  let changes: RecordChange[] = []
  /** Queries that wait for the end of a removal, by cache key. */
  const delayed = new Map<string, Query>()
  let missedBefore = 0
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const isShown = (queryCacheKey: string) => {
    const found = dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as Subscriptions
    return found.getSubscriptionCount(queryCacheKey) > 0
  }

  const forget = (queryCacheKey: string) => {
    const { status } = getState().api.queries[queryCacheKey] ?? {}
    if (status !== QueryStatus.pending)
      dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }))
  }

  /** Waits for the pending answer, if any. */
  const answered = async ({ endpointName, originalArgs }: Query) => {
    await dispatch(api.util.getRunningQueryThunk(endpointName as never, originalArgs as never))
  }

  const askAgain = async (query: Query) => {
    // The pending request may have been answered before the change.
    await answered(query)
    const { endpointName, originalArgs } = query
    const { initiate } =
      (api.endpoints as Readonly<Record<string, { initiate: Initiate }>>)[endpointName] ?? {}
    if (initiate) void dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }))
  }

  const queriesThat = (holds: (query: Asked) => boolean): Query[] =>
    Object.entries(getState().api.queries).flatMap(([queryCacheKey, query]) =>
      query && query.status !== QueryStatus.uninitialized && holds(query)
        ? [{ queryCacheKey, endpointName: query.endpointName, originalArgs: query.originalArgs }]
        : [],
    )

  /** The queries started before a moment: at which time within the request its answer was true is unknown. */
  const olderThan = (before: number) => queriesThat(({ startedTimeStamp }) => startedTimeStamp < before)

  /** Queries whose first request is pending: their tags are known only with the answer. */
  const firstOnes = () =>
    queriesThat(
      ({ status, fulfilledTimeStamp }) => status === QueryStatus.pending && fulfilledTimeStamp === undefined,
    )

  const followFirst = async (query: Query, tags: ReturnType<typeof tagsOf>) => {
    await answered(query)
    const stale = api.util.selectInvalidatedBy(getState(), tags)
    const isStale = stale.some(({ queryCacheKey }) => queryCacheKey === query.queryCacheKey)
    if (!isStale) return
    if (isShown(query.queryCacheKey)) void askAgain(query)
    else forget(query.queryCacheKey)
  }

  /** State of this tab's removal of the record that a query reads. */
  const removalOfRead = ({ queryCacheKey, originalArgs: id }: Query) => {
    const state = getState()
    const { resource, ids } = (state.api.queries[queryCacheKey]?.data ?? {}) as Partial<Found>
    return resource && typeof id === 'number' && ids?.[0] === id ? removalOf(state, resource, id) : undefined
  }

  const catchUp = () => {
    if (changes.length === 0 && missedBefore === 0 && delayed.size === 0) return
    const state = getState()
    const tags = changes.filter((change) => !isOwn(state, change)).flatMap((change) => tagsOf(state, change))
    const stale: Query[] = [
      ...delayed.values(),
      ...(missedBefore > 0 ? olderThan(missedBefore) : []),
      ...(tags.length > 0 ? api.util.selectInvalidatedBy(state, tags) : []),
    ].filter((query) => removalOfRead(query) !== 'deleted')
    delayed.clear()
    changes = []
    missedBefore = 0
    const asked = new Map<string, Query>()
    for (const query of stale) {
      // The record can no longer be read as soon as the removal is answered.
      if (removalOfRead(query) === 'going') delayed.set(query.queryCacheKey, query)
      else if (isShown(query.queryCacheKey)) asked.set(query.queryCacheKey, query)
      else forget(query.queryCacheKey)
    }
    for (const query of asked.values()) void askAgain(query)
    if (delayed.size > 0) plan(calm)
    if (tags.length === 0) return
    for (const query of firstOnes()) if (!asked.has(query.queryCacheKey)) void followFirst(query, tags)
  }

  const plan = (pause: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isHidden()) return
      if (isChoosing()) {
        plan(patience)
        return
      }
      last = Date.now()
      catchUp()
    }, pause)
  }

  const note = (change: RecordChange) => {
    const { resource } = change
    changes.push(change)
    if (changes.filter((each) => each.resource === resource).length > tellApart)
      changes = [...changes.filter((each) => each.resource !== resource), { ...change, id: null }]
  }

  return {
    hear: (heard: Heard) => {
      if (heard.type === 'changed') {
        dispatch(changeHeard(heard.change))
        note(heard.change)
      } else {
        dispatch(changesMissed())
        missedBefore = Math.max(missedBefore, heard.before)
      }
      plan(Math.max(together, last + calm - Date.now()))
    },
    /** Processes the changes that waited for the tab to be visible. */
    wake: () => plan(0),
    stop: () => clearTimeout(timer),
  }
}
