import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { keepInTab, readKept } from './keptInTab'
import { signedOut } from './session'
import { tabUserChanged } from './tabUser'

/** An organization to be added to an opportunity, or a business of the credit bureau to be created first (BUR-4). */
export interface Queued {
  name: string
  /** The bureau's number; null where unknown. */
  bin: string | null
  /** Null until the organization is created. */
  organization: number | null
}

/** The queued entries of each opportunity, in the order of selection. */
type Queues = Readonly<Record<number, readonly Queued[]>>

interface Queueing {
  opportunity: number
  entry: Queued
}

/** Appends an entry to its opportunity's queue, replacing an entry of the same organization or business. */
export const queued = createAction<Queueing>('organizationQueues/queued')
export const unqueued = createAction<Queueing>('organizationQueues/unqueued')

const place = 'citygate:organization-queues'
const none: Queues = {}
const empty: readonly Queued[] = []

const isSame = (one: Queued, other: Queued) =>
  (one.bin !== null && one.bin === other.bin) ||
  (one.organization !== null && one.organization === other.organization)

const changed = (queues: Queues, opportunity: number, entries: readonly Queued[]): Queues =>
  Object.fromEntries(
    Object.entries({ ...queues, [opportunity]: entries }).filter(([, queue]) => queue.length > 0),
  )

/** Whether a queue contains an organization, or the business that it was created from. */
export const isQueued = (queue: readonly Queued[], entry: Queued) =>
  queue.some((known) => isSame(known, entry))

/** Queues survive navigation and a reload of their tab, never the end of the session. */
export const organizationQueuesIn = (tab: Storage) =>
  createReducer<Queues>(
    () => readKept(tab, place, none),
    (builder) =>
      builder
        .addCase(queued, (state, { payload: { opportunity, entry } }) => {
          const queue = state[opportunity] ?? empty
          return changed(
            state,
            opportunity,
            isQueued(queue, entry)
              ? queue.map((known) => (isSame(known, entry) ? entry : known))
              : [...queue, entry],
          )
        })
        .addCase(unqueued, (state, { payload: { opportunity, entry } }) =>
          changed(
            state,
            opportunity,
            (state[opportunity] ?? empty).filter((known) => !isSame(known, entry)),
          ),
        )
        .addCase(signedOut, () => none)
        .addCase(tabUserChanged, () => none),
  )

/** Persists the queues in the tab. */
export const keepOrganizationQueues = (
  tab: Storage,
  store: Pick<Store<{ organizationQueues: Queues }>, 'getState' | 'subscribe'>,
) => keepInTab(tab, place, 'organizationQueues', store)

/** The queue of an opportunity; empty where there is none. */
export const selectQueue = (
  { organizationQueues }: { organizationQueues: Queues },
  opportunity: number | null,
): readonly Queued[] => (opportunity === null ? empty : (organizationQueues[opportunity] ?? empty))
