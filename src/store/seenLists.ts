import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { rowRemoved } from './entities'
import { keepInTab, readKept } from './keptInTab'
import { signedOut } from './session'
import { tabUserChanged } from './tabUser'

/** The list from which somebody went on to its records, and the stretch of it that is known. */
export interface SeenList {
  /** Where it was shown, with its query. */
  address: string
  /** What it had been asked for, besides the page. */
  q: string
  /** What it was narrowed to. */
  filters?: Readonly<Record<string, string>>
  ordering: string
  size: number
  /** How many records stand before the stretch. */
  offset: number
  /** The stretch itself. */
  ids: readonly number[]
  /** How many records the list holds in all. */
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
/** The next page of it, or the one before, is known too. */
export const listContinued = createAction<Stretch>('seenLists/listContinued')

/** Both stretches as one; records that have moved between them stay where they are known to be. */
const continued = (list: SeenList, { offset, ids, count }: Stretch): SeenList => {
  const more = ids.filter((id) => !list.ids.includes(id))
  return offset < list.offset
    ? { ...list, count, offset: list.offset - more.length, ids: [...more, ...list.ids] }
    : { ...list, count, ids: [...list.ids, ...more] }
}

const place = 'citygate:seenLists'
const none: SeenLists = {}

/** Each tab knows its own lists, across reloads and until the session ends. */
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

/** Keeps them in the tab. */
export const keepSeenLists = (
  tab: Storage,
  store: Pick<Store<{ seenLists: SeenLists }>, 'getState' | 'subscribe'>,
) => keepInTab(tab, place, 'seenLists', store)
