import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { keepInTab, readKept } from './keptInTab'
import { signedOut } from './session'

/** What had been typed into a form when it was left on the way to somewhere that leads back to it. */
export interface Draft {
  /** The fields that had been changed. */
  values: Readonly<Record<string, unknown>>
  /** Of the record that was being changed; none for a new one. */
  version?: number
}

/** Drafts by the name of their form. */
type Drafts = Readonly<Record<string, Draft>>

export const draftKept = createAction<{ name: string; draft: Draft }>('drafts/draftKept')
export const draftDropped = createAction<string>('drafts/draftDropped')

const place = 'citygate:drafts'
const none: Drafts = {}

/** Drafts survive a reload of their tab, never the end of the session. */
export const draftsIn = (tab: Storage) =>
  createReducer<Drafts>(
    () => readKept(tab, place, none),
    (builder) =>
      builder
        .addCase(draftKept, (state, { payload: { name, draft } }) => ({ ...state, [name]: draft }))
        .addCase(draftDropped, (state, { payload }) =>
          Object.fromEntries(Object.entries(state).filter(([name]) => name !== payload)),
        )
        .addCase(signedOut, () => none),
  )

/** Keeps them in the tab. */
export const keepDrafts = (tab: Storage, store: Pick<Store<{ drafts: Drafts }>, 'getState' | 'subscribe'>) =>
  keepInTab(tab, place, 'drafts', store)
