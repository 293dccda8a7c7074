import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { rowRemoved } from './entities'
import { keepInTab, readKept } from './keptInTab'
import { signedOut } from './session'
import { tabUserChanged } from './tabUser'

/** The list that the user opened a record from, and its known range. */
export interface SeenList {
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

type SeenLists = Partial<Record<ResourceName, SeenList>>

interface Stretch {
  resource: ResourceName
  offset: number
  ids: readonly number[]
  count: number
}

export const listSeen = createAction<{ resource: ResourceName; list: SeenList }>('seenLists/listSeen')
/** The next or previous page was loaded. */
export const listContinued = createAction<Stretch>('seenLists/listContinued')

/** Joins two ranges; records that moved between them keep their known position. */
const continued = (list: SeenList, { offset, ids, count }: Stretch): SeenList => {
  const more = ids.filter((id) => !list.ids.includes(id))
  return offset < list.offset
    ? { ...list, count, offset: list.offset - more.length, ids: [...more, ...list.ids] }
    : { ...list, count, ids: [...list.ids, ...more] }
}

const place = 'citygate:seenLists'
const none: SeenLists = {}

/** The lists visited in this tab, kept across reloads until the session ends. */
export const seenListsIn = (tab: Storage) =>
  createReducer<SeenLists>(
    () => readKept(tab, place, none),
    (builder) =>
      builder
        .addCase(listSeen, (state, { payload: { resource, list } }) => ({ ...state, [resource]: list }))
        .addCase(listContinued, (state, { payload }) => {
          const list = state[payload.resource]
          return list ? { ...state, [payload.resource]: continued(list, payload) } : state
        })
        .addCase(rowRemoved, (state, { payload: { resource, id } }) => {
          const list = state[resource]
          if (!list?.ids.includes(id)) return state
          const ids = list.ids.filter((other) => other !== id)
          return { ...state, [resource]: { ...list, ids, count: list.count - 1 } }
        })
        .addCase(signedOut, () => none)
        .addCase(tabUserChanged, () => none),
  )

/** Persists them in the tab. */
export const keepSeenLists = (
  tab: Storage,
  store: Pick<Store<{ seenLists: SeenLists }>, 'getState' | 'subscribe'>,
) => keepInTab(tab, place, 'seenLists', store)
