import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { keepInTab, readKept } from './keptInTab'
import { signedIn, signedOut } from './session'

/** What had been typed into a form when it was left on the way to somewhere that leads back, be it to sign in again. */
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

/** By what the names of a user's drafts begin. */
export const draftsOf = (user: number | undefined) => `${user ?? ''}:`

/** Drafts survive a reload of their tab, and a session that was lost; never a sign-out, nor that somebody else signs in. */
export const draftsIn = (tab: Storage) =>
  createReducer<Drafts>(
    () => readKept(tab, place, none),
    (builder) =>
      builder
        .addCase(draftKept, (state, { payload: { name, draft } }) => ({ ...state, [name]: draft }))
        .addCase(draftDropped, (state, { payload }) =>
          Object.fromEntries(Object.entries(state).filter(([name]) => name !== payload)),
        )
        .addCase(signedOut, (state, { payload }) => (payload.lost ? state : none))
        .addCase(signedIn, (state, { payload: { user } }) =>
          Object.fromEntries(Object.entries(state).filter(([name]) => name.startsWith(draftsOf(user.id)))),
        ),
  )

/** Keeps them in the tab. */
export const keepDrafts = (tab: Storage, store: Pick<Store<{ drafts: Drafts }>, 'getState' | 'subscribe'>) =>
  keepInTab(tab, place, 'drafts', store)
