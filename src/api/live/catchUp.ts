import { QueryStatus } from '@reduxjs/toolkit/query'
import type { RecordChange } from '../../contract/events'
import { changeHeard, changesMissed } from '../../store/deletedRecords'
import { isOwn } from '../../store/ownChanges'
import { selectRow, type AnyRow } from '../../store/entities'
import { api } from '../kit/api'
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
  endpointName: string
  originalArgs: unknown
}

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
 * than once a second however much happens, and only while there is somebody to see it.
 */
export const createCatchUp = ({ dispatch, getState }: Store, { isHidden, isChoosing }: Attention) => {
  let changes: RecordChange[] = []
  let missedBefore = 0
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const isShown = (queryCacheKey: string) => {
    const found = dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as Subscriptions
    return found.getSubscriptionCount(queryCacheKey) > 0
  }

  const askAgain = async ({ endpointName, originalArgs }: Query) => {
    // What is under way may have been answered before the change.
    const running = api.util.getRunningQueryThunk(endpointName as never, originalArgs as never)
    await dispatch(running)
    const { initiate } =
      (api.endpoints as Readonly<Record<string, { initiate: Initiate }>>)[endpointName] ?? {}
    if (initiate) void dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }))
  }

  /** What was answered before a moment, or not at all because of what has happened since. */
  const olderThan = (before: number): (Query & { queryCacheKey: string })[] =>
    Object.entries(getState().api.queries).flatMap(([queryCacheKey, query]) => {
      if (!query || query.status === QueryStatus.uninitialized) return []
      const { endpointName, originalArgs, startedTimeStamp } = query
      const answered =
        query.status === QueryStatus.rejected ? startedTimeStamp : (query.fulfilledTimeStamp ?? 0)
      return answered < before ? [{ queryCacheKey, endpointName, originalArgs }] : []
    })

  const catchUp = () => {
    if (changes.length === 0 && missedBefore === 0) return
    const state = getState()
    const tags = changes.filter((change) => !isOwn(state, change)).flatMap((change) => tagsOf(state, change))
    const stale = [
      ...(missedBefore > 0 ? olderThan(missedBefore) : []),
      ...(tags.length > 0 ? api.util.selectInvalidatedBy(state, tags) : []),
    ]
    changes = []
    missedBefore = 0
    const shown = stale.filter(({ queryCacheKey }) => isShown(queryCacheKey))
    for (const query of new Map(shown.map((each) => [each.queryCacheKey, each])).values())
      void askAgain(query)
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
