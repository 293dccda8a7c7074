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

/** Milliseconds for which what comes together is collected, and between two times that anything is asked again. */
const together = 100
const calm = 1_000
/** Milliseconds between two looks whether there is time by now. */
const patience = 250
/** With more changes than that, the records of a resource are no longer told apart. */
const tellApart = 50

/** What is known of who shows an answer. */
interface Subscriptions {
  getSubscriptionCount: (queryCacheKey: string) => number
}

/** What somebody is doing with the tab. */
export interface Attention {
  /** Nobody sees it; `wake` tells when that has changed. */
  isHidden: () => boolean
  /** A list is open from which somebody is about to choose, and which must not move under the pointer. */
  isChoosing: () => boolean
}

interface Query {
  queryCacheKey: string
  endpointName: string
  originalArgs: unknown
}

/** A query that has been asked at least once. */
type Asked = Exclude<NonNullable<RootState['api']['queries'][string]>, { status: QueryStatus.uninitialized }>

type Initiate = (args: unknown, options: { forceRefetch: true; subscribe: false }) => never

/** What goes stale with a change: the record, lists of its kind, and whatever nests or shows it. */
const tagsOf = (
  state: RootState,
  { resource, id }: RecordChange,
): (CacheTag | { type: CacheTag['type'] })[] => {
  if (id === null) return [{ type: resource }, ...staleWithRows(resource, [])]
  const row = selectRow(state, resource, id) as AnyRow | undefined
  return [{ type: resource, id }, ...staleWithRows(resource, row ? [row] : [])]
}

/**
 * Asks again for what a tab shows, and for nothing else, when it hears that it has changed: soon, but not more often
 * than once a second however much happens, and only while there is somebody to see it. What it does not show it forgets:
 * whoever comes back to that asks anew.
 */
export const createCatchUp = ({ dispatch, getState }: Store, { isHidden, isChoosing }: Attention) => {
  let changes: RecordChange[] = []
  /** What awaits how a removal ends, by its key. */
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

  /** Waits for the answer that is under way, if one is. */
  const answered = async ({ endpointName, originalArgs }: Query) => {
    await dispatch(api.util.getRunningQueryThunk(endpointName as never, originalArgs as never))
  }

  const askAgain = async (query: Query) => {
    // What is under way may have been answered before the change.
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

  /** What was asked for before a moment: nobody knows at what time of its way an answer was true. */
  const olderThan = (before: number) => queriesThat(({ startedTimeStamp }) => startedTimeStamp < before)

  /** What is on its way for the first time: what makes it stale is known once it has come. */
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

  /** What becomes of the record that a query has read, where this tab deletes it. */
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
      // It is not there to be read any more as soon as that is answered.
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
    /** Catches up with what has waited for somebody to see it. */
    wake: () => plan(0),
    stop: () => clearTimeout(timer),
  }
}
