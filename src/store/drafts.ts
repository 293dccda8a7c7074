import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { persistInTab, parseStored, readStored, writeStored } from './tabStorage'
import type { BrowserStorages } from './persistence'
import { signedIn, signedOut, type SessionState } from './session'

/** Unsaved values of a form. */
export interface Draft {
  /** The changed fields. */
  values: Readonly<Record<string, unknown>>
  /** The units of its numbers, by the fields that name them, changed or not (K2). */
  units?: Readonly<Record<string, unknown>> | undefined
  /** Version of the record being edited; none for a new record. */
  version?: number | undefined
  /**
   * Idempotency keys of its requests, by what each creates: a retry after a reload creates nothing twice (TRUST-28).
   */
  attempts?: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** Drafts by the name of their form. */
export type Drafts = Readonly<Record<string, Draft>>

const withTimestamp = <P extends object>(payload: P) => ({ payload: { ...payload, at: Date.now() } })

export const draftSaved = createAction(
  'drafts/draftSaved',
  (kept: { name: string } & Pick<Draft, 'values' | 'units' | 'version'>) => withTimestamp(kept),
)
export const attemptSaved = createAction(
  'drafts/attemptSaved',
  (kept: { name: string; part: string; attempt: unknown }) => withTimestamp(kept),
)
export const draftDiscarded = createAction<string>('drafts/draftDiscarded')
/** Drafts left behind by another tab. */
const draftsLoaded = createAction<Drafts>('drafts/draftsLoaded')
/** A draft left behind was saved or discarded in another tab. */
const draftsRemoved = createAction<Drafts>('drafts/draftsRemoved')

/** The attempt kept in a form's draft to create one of its records; one whose draft has no values is outdated. */
export const selectAttempt = (drafts: Drafts, name: string, part: string): unknown => {
  const draft = drafts[name]
  return draft && Object.keys(draft.values).length > 0 ? draft.attempts?.[part] : undefined
}

/** Whether what was typed into any form is kept. */
export const selectHasDrafts = ({ drafts }: { drafts: Drafts }): boolean =>
  Object.values(drafts).some(({ values }) => Object.keys(values).length > 0)

const storageKey = 'citygate:drafts'
const initialState: Drafts = {}

/** Prefix of the names of a user's drafts. */
export const draftNamePrefix = (user: number | undefined) => `${user ?? ''}:`

const filterDrafts = (drafts: Drafts, matches: (name: string) => boolean): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([name]) => matches(name)))

/** The more recently edited draft of each form. */
const mergeNewest = (some: Drafts, others: Drafts): Drafts => {
  const ofOthers = filterDrafts(others, (name) => (others[name]?.at ?? 0) > (some[name]?.at ?? 0))
  return Object.keys(ofOthers).length ? { ...some, ...ofOthers } : some
}

/** Limits of the stored drafts: number, total size in characters, age in milliseconds. The newest are kept. */
const limits = { count: 30, size: 2_000_000, age: 7 * 24 * 3_600_000 }

/** Applies the limits, so that abandoned drafts expire and leave storage for others. */
const withinLimits = (drafts: Drafts): Drafts => {
  const now = Date.now()
  let size = 0
  const kept = Object.entries(drafts)
    .filter(([, { at }]) => now - at < limits.age)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, limits.count)
    .filter(([, draft]) => {
      const own = JSON.stringify(draft).length
      if (size + own > limits.size) return false
      size += own
      return true
    })
  return Object.fromEntries(kept)
}

/** Drafts survive a reload of their tab and a lost session; never a sign-out or a change of user. */
export const createDraftsReducer = (tab: Storage) =>
  createReducer<Drafts>(
    () => withinLimits(readStored(tab, storageKey, initialState)),
    (builder) =>
      builder
        .addCase(draftSaved, (state, { payload: { name, ...draft } }) => ({
          ...state,
          [name]: { ...draft, attempts: state[name]?.attempts },
        }))
        .addCase(attemptSaved, (state, { payload: { name, part, attempt, at } }) => ({
          ...state,
          [name]: { values: {}, ...state[name], attempts: { ...state[name]?.attempts, [part]: attempt }, at },
        }))
        .addCase(draftDiscarded, (state, { payload }) =>
          payload in state ? filterDrafts(state, (name) => name !== payload) : state,
        )
        .addCase(draftsLoaded, (state, { payload }) => mergeNewest(state, payload))
        // A draft edited since then is a different one.
        .addCase(draftsRemoved, (state, { payload }) => {
          const rest = filterDrafts(state, (name) => state[name]?.at !== payload[name]?.at)
          return Object.keys(rest).length < Object.keys(state).length ? rest : state
        })
        .addCase(signedOut, (state, { payload }) => (payload.lost ? state : initialState))
        .addCase(signedIn, (state, { payload: { user } }) =>
          filterDrafts(state, (name) => name.startsWith(draftNamePrefix(user.id))),
        ),
  )

/**
 * Stores drafts per tab while it is open, so that two tabs with the same form stay separate. A closing tab leaves the
 * drafts of a remembered session to the next tab.
 */
export const persistDrafts = (
  { local, tab }: BrowserStorages,
  store: Pick<
    Store<{ drafts: Drafts; session: Pick<SessionState, 'user' | 'remember'> }>,
    'getState' | 'subscribe' | 'dispatch'
  >,
  page: Pick<Window, 'addEventListener'>,
) => {
  persistInTab(tab, storageKey, 'drafts', store, withinLimits)
  const readShared = () => withinLimits(readStored(local, storageKey, initialState))
  let known = store.getState().drafts
  let user: number | undefined
  let isLeaving = false

  const loadShared = () => {
    if (user === undefined) return
    const prefix = draftNamePrefix(user)
    const own = filterDrafts(readShared(), (name) => name.startsWith(prefix))
    if (store.getState().session.remember) writeStored(local, storageKey, own)
    store.dispatch(draftsLoaded(own))
  }
  const share = () => {
    const { drafts, session } = store.getState()
    if (session.remember && writeStored(local, storageKey, withinLimits(mergeNewest(readShared(), drafts))))
      tab.removeItem(storageKey)
  }

  store.subscribe(() => {
    const { drafts, session } = store.getState()
    const before = known
    known = drafts
    const removed = before === drafts ? [] : Object.keys(before).filter((name) => !(name in drafts))
    // A tab with its own session does not touch the data of the remembered session.
    if (removed.length && session.remember !== false)
      writeStored(
        local,
        storageKey,
        filterDrafts(readShared(), (name) => !removed.includes(name)),
      )
    // Forms report their last input after the store's pagehide handling.
    if (isLeaving && before !== drafts) share()
    if (session.user?.id === user) return
    user = session.user?.id
    loadShared()
  })
  page.addEventListener('pagehide', () => {
    isLeaving = true
    share()
  })
  page.addEventListener('pageshow', () => {
    isLeaving = false
  })
  page.addEventListener('storage', ({ key, storageArea, oldValue, newValue }) => {
    if (key !== storageKey || storageArea !== local) return
    const remaining = parseStored(newValue, initialState)
    store.dispatch(
      draftsRemoved(filterDrafts(parseStored(oldValue, initialState), (name) => !(name in remaining))),
    )
    loadShared()
  })
}
