import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { signedOut } from './session'
import { tabUserChanged } from './tabSession'
import { persistInTab, readStored } from './tabStorage'

/** The ids of bulk changes whose progress or result is shown, as they were begun. */
type ShownBulkChanges = readonly number[]

/** This tab has begun one. */
export const bulkChangeBegun = createAction<number>('bulkChanges/begun')
/** Its result has been seen. */
export const bulkChangeClosed = createAction<number>('bulkChanges/closed')

const storageKey = 'citygate:bulk-changes'
const initialState: ShownBulkChanges = []

/** Bulk changes begun in this tab, kept across reloads until they are closed or the session ends. */
export const createBulkChangesReducer = (tab: Storage) =>
  createReducer<ShownBulkChanges>(
    () => readStored(tab, storageKey, initialState),
    (builder) =>
      builder
        .addCase(bulkChangeBegun, (state, { payload: id }) => (state.includes(id) ? state : [...state, id]))
        .addCase(bulkChangeClosed, (state, { payload: id }) => state.filter((other) => other !== id))
        .addCase(signedOut, () => initialState)
        .addCase(tabUserChanged, () => initialState),
  )

/** Persists them in the tab. */
export const persistBulkChanges = (
  tab: Storage,
  store: Pick<Store<{ bulkChanges: ShownBulkChanges }>, 'getState' | 'subscribe'>,
) => persistInTab(tab, storageKey, 'bulkChanges', store)
