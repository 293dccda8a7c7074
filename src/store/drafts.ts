import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { keepInTab, parseKept, readKept, writeKept } from './keptInTab'
import type { Places } from './persistence'
import { signedIn, signedOut, type SessionState } from './session'

/** What has been typed into a form and is not saved yet. */
export interface Draft {
  /** The fields that had been changed. */
  values: Readonly<Record<string, unknown>>
  /** Of the record that was being changed; none for a new one. */
  version?: number | undefined
  /** What was sent of it, by what that makes: whoever tries again after a reload makes nothing twice (TRUST-28). */
  attempts?: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** Drafts by the name of their form. */
export type Drafts = Readonly<Record<string, Draft>>

const stamped = <P extends object>(payload: P) => ({ payload: { ...payload, at: Date.now() } })

export const draftKept = createAction(
  'drafts/draftKept',
  (kept: { name: string; values: Draft['values']; version?: number | undefined }) => stamped(kept),
)
export const attemptKept = createAction(
  'drafts/attemptKept',
  (kept: { name: string; part: string; attempt: unknown }) => stamped(kept),
)
export const draftDropped = createAction<string>('drafts/draftDropped')
/** Another tab has left them behind. */
const draftsFound = createAction<Drafts>('drafts/draftsFound')
/** Another tab has saved or discarded what it had left behind. */
const draftsSettled = createAction<Drafts>('drafts/draftsSettled')

const place = 'citygate:drafts'
const none: Drafts = {}

/** By what the names of a user's drafts begin. */
export const draftsOf = (user: number | undefined) => `${user ?? ''}:`

const only = (drafts: Drafts, wanted: (name: string) => boolean): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([name]) => wanted(name)))

/** Of two tabs that kept the same form, the one that was typed into last. */
const newest = (some: Drafts, others: Drafts): Drafts => {
  const ofOthers = only(others, (name) => (others[name]?.at ?? 0) > (some[name]?.at ?? 0))
  return Object.keys(ofOthers).length ? { ...some, ...ofOthers } : some
}

/** As many as are kept, the newest first; as much of them, in characters; and for as long, in milliseconds. */
const limits = { count: 30, size: 2_000_000, age: 7 * 24 * 3_600_000 }

/** What is kept of them: what nobody has come back for goes some day, and leaves room for the rest. */
const fitting = (drafts: Drafts): Drafts => {
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

/** Drafts survive a reload of their tab, and a session that was lost; never a sign-out, nor that somebody else signs in. */
export const draftsIn = (tab: Storage) =>
  createReducer<Drafts>(
    () => fitting(readKept(tab, place, none)),
    (builder) =>
      builder
        .addCase(draftKept, (state, { payload: { name, ...draft } }) => ({
          ...state,
          [name]: { ...draft, attempts: state[name]?.attempts },
        }))
        .addCase(attemptKept, (state, { payload: { name, part, attempt, at } }) => ({
          ...state,
          [name]: { values: {}, ...state[name], attempts: { ...state[name]?.attempts, [part]: attempt }, at },
        }))
        .addCase(draftDropped, (state, { payload }) =>
          payload in state ? only(state, (name) => name !== payload) : state,
        )
        .addCase(draftsFound, (state, { payload }) => newest(state, payload))
        // What has been typed into since then is another one.
        .addCase(draftsSettled, (state, { payload }) => {
          const rest = only(state, (name) => state[name]?.at !== payload[name]?.at)
          return Object.keys(rest).length < Object.keys(state).length ? rest : state
        })
        .addCase(signedOut, (state, { payload }) => (payload.lost ? state : none))
        .addCase(signedIn, (state, { payload: { user } }) =>
          only(state, (name) => name.startsWith(draftsOf(user.id))),
        ),
  )

/**
 * Keeps them in the tab while it is there, so that two tabs with the same form do not mix; a tab that goes leaves those
 * of a session that the browser remembers to whichever tab comes after it.
 */
export const keepDrafts = (
  { local, tab }: Places,
  store: Pick<
    Store<{ drafts: Drafts; session: Pick<SessionState, 'user' | 'remember'> }>,
    'getState' | 'subscribe' | 'dispatch'
  >,
  page: Pick<Window, 'addEventListener'>,
) => {
  keepInTab(tab, place, 'drafts', store, fitting)
  const leftBehind = () => fitting(readKept(local, place, none))
  let known = store.getState().drafts
  let user: number | undefined
  let isLeaving = false

  const find = () => {
    if (user === undefined) return
    const prefix = draftsOf(user)
    const own = only(leftBehind(), (name) => name.startsWith(prefix))
    if (store.getState().session.remember) writeKept(local, place, own)
    store.dispatch(draftsFound(own))
  }
  const leaveBehind = () => {
    const { drafts, session } = store.getState()
    if (session.remember && writeKept(local, place, fitting(newest(leftBehind(), drafts))))
      tab.removeItem(place)
  }

  store.subscribe(() => {
    const { drafts, session } = store.getState()
    const before = known
    known = drafts
    const gone = before === drafts ? [] : Object.keys(before).filter((name) => !(name in drafts))
    // A tab with a session of its own touches nothing of the one that the browser remembers.
    if (gone.length && session.remember !== false)
      writeKept(
        local,
        place,
        only(leftBehind(), (name) => !gone.includes(name)),
      )
    // Forms tell what has been typed last after the store was told that the tab goes.
    if (isLeaving && before !== drafts) leaveBehind()
    if (session.user?.id === user) return
    user = session.user?.id
    find()
  })
  page.addEventListener('pagehide', () => {
    isLeaving = true
    leaveBehind()
  })
  page.addEventListener('pageshow', () => {
    isLeaving = false
  })
  page.addEventListener('storage', ({ key, storageArea, oldValue, newValue }) => {
    if (key !== place || storageArea !== local) return
    const still = parseKept(newValue, none)
    store.dispatch(draftsSettled(only(parseKept(oldValue, none), (name) => !(name in still))))
    find()
  })
}
