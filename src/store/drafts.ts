import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { keepInTab, parseKept, readKept, writeKept } from './keptInTab'
import type { Places } from './persistence'
import { signedIn, signedOut, type SessionState } from './session'

/** Unsaved values of a form. */
export interface Draft {
  /** The changed fields. */
  values: Readonly<Record<string, unknown>>
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
/** Drafts left behind by another tab. */
const draftsFound = createAction<Drafts>('drafts/draftsFound')
/** A draft left behind was saved or discarded in another tab. */
const draftsSettled = createAction<Drafts>('drafts/draftsSettled')

/** The attempt kept in a form's draft to create one of its records; one whose draft has no values is outdated. */
export const attemptIn = (drafts: Drafts, name: string, part: string): unknown => {
  const draft = drafts[name]
  return draft && Object.keys(draft.values).length > 0 ? draft.attempts?.[part] : undefined
}

const place = 'citygate:drafts'
const none: Drafts = {}

/** Prefix of the names of a user's drafts. */
export const draftsOf = (user: number | undefined) => `${user ?? ''}:`

const only = (drafts: Drafts, wanted: (name: string) => boolean): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([name]) => wanted(name)))

/** The more recently edited draft of each form. */
const newest = (some: Drafts, others: Drafts): Drafts => {
  const ofOthers = only(others, (name) => (others[name]?.at ?? 0) > (some[name]?.at ?? 0))
  return Object.keys(ofOthers).length ? { ...some, ...ofOthers } : some
}

/** Limits of the stored drafts: number, total size in characters, age in milliseconds. The newest are kept. */
const limits = { count: 30, size: 2_000_000, age: 7 * 24 * 3_600_000 }

/** Applies the limits, so that abandoned drafts expire and leave storage for others. */
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

/** Drafts survive a reload of their tab and a lost session; never a sign-out or a change of user. */
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
        // A draft edited since then is a different one.
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
 * Stores drafts per tab while it is open, so that two tabs with the same form stay separate. A closing tab leaves the
 * drafts of a remembered session to the next tab.
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
    // A tab with its own session does not touch the data of the remembered session.
    if (gone.length && session.remember !== false)
      writeKept(
        local,
        place,
        only(leftBehind(), (name) => !gone.includes(name)),
      )
    // Forms report their last input after the store's pagehide handling.
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
