import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { rowRemoved } from './entities'
import { persistInTab, readStored } from './tabStorage'
import { signedOut } from './session'
import { tabUserChanged } from './tabSession'

/** The list that the user opened a record from, and its known range. */
export interface VisitedList {
  /** The path of the list, with its query. */
  address: string
  /** The search text. */
  q: string
  /** The active filters. */
  filters?: Readonly<Record<string, string>>
  ordering: string
  size: number
  /** Number of records before the range. */
  offset: number
  /** The record ids of the range. */
  ids: readonly number[]
  /** Number of all records of the list. */
  count: number
}

type VisitedLists = Partial<Record<ResourceName, VisitedList>>

interface ListRange {
  resource: ResourceName
  offset: number
  ids: readonly number[]
  count: number
}

export const listVisited = createAction<{ resource: ResourceName; list: VisitedList }>(
  'visitedLists/listVisited',
)
/** The next or previous page was loaded. */
export const listExtended = createAction<ListRange>('visitedLists/listExtended')

/** Joins two ranges; records that moved between them keep their known position. */
const extended = (list: VisitedList, { offset, ids, count }: ListRange): VisitedList => {
  const more = ids.filter((id) => !list.ids.includes(id))
  return offset < list.offset
    ? { ...list, count, offset: list.offset - more.length, ids: [...more, ...list.ids] }
    : { ...list, count, ids: [...list.ids, ...more] }
}

const storageKey = 'citygate:visited-lists'
const initialState: VisitedLists = {}

/** The lists visited in this tab, kept across reloads until the session ends. */
export const createVisitedListsReducer = (tab: Storage) =>
  createReducer<VisitedLists>(
    () => readStored(tab, storageKey, initialState),
    (builder) =>
      builder
        .addCase(listVisited, (state, { payload: { resource, list } }) => ({ ...state, [resource]: list }))
        .addCase(listExtended, (state, { payload }) => {
          const list = state[payload.resource]
          return list ? { ...state, [payload.resource]: extended(list, payload) } : state
        })
        .addCase(rowRemoved, (state, { payload: { resource, id } }) => {
          const list = state[resource]
          if (!list?.ids.includes(id)) return state
          const ids = list.ids.filter((other) => other !== id)
          return { ...state, [resource]: { ...list, ids, count: list.count - 1 } }
        })
        .addCase(signedOut, () => initialState)
        .addCase(tabUserChanged, () => initialState),
  )

/** Persists them in the tab. */
export const persistVisitedLists = (
  tab: Storage,
  store: Pick<Store<{ visitedLists: VisitedLists }>, 'getState' | 'subscribe'>,
) => persistInTab(tab, storageKey, 'visitedLists', store)
