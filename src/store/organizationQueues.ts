import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { persistInTab, readStored } from './tabStorage'
import { signedOut } from './session'
import { tabUserChanged } from './tabSession'

/** An organization to be added to an opportunity, or a business of the credit bureau to be created first (BUR-4). */
export interface QueueEntry {
  name: string
  /** The bureau's number; null where unknown. */
  bin: string | null
  /** Null until the organization is created. */
  organization: number | null
}

/** The queued entries of each opportunity, in the order of selection. */
type Queues = Readonly<Record<number, readonly QueueEntry[]>>

interface QueueChange {
  opportunity: number
  entry: QueueEntry
}

/** Appends an entry to its opportunity's queue, replacing an entry of the same organization or business. */
export const queued = createAction<QueueChange>('organizationQueues/queued')
export const unqueued = createAction<QueueChange>('organizationQueues/unqueued')

const storageKey = 'citygate:organization-queues'
const initialState: Queues = {}
const empty: readonly QueueEntry[] = []

const isSameEntry = (one: QueueEntry, other: QueueEntry) =>
  (one.bin !== null && one.bin === other.bin) ||
  (one.organization !== null && one.organization === other.organization)

const withQueue = (queues: Queues, opportunity: number, entries: readonly QueueEntry[]): Queues =>
  Object.fromEntries(
    Object.entries({ ...queues, [opportunity]: entries }).filter(([, queue]) => queue.length > 0),
  )

/** Whether a queue contains an organization, or the business that it was created from. */
export const isQueued = (queue: readonly QueueEntry[], entry: QueueEntry) =>
  queue.some((known) => isSameEntry(known, entry))

/** Queues survive navigation and a reload of their tab, never the end of the session. */
export const createOrganizationQueuesReducer = (tab: Storage) =>
  createReducer<Queues>(
    () => readStored(tab, storageKey, initialState),
    (builder) =>
      builder
        .addCase(queued, (state, { payload: { opportunity, entry } }) => {
          const queue = state[opportunity] ?? empty
          return withQueue(
            state,
            opportunity,
            isQueued(queue, entry)
              ? queue.map((known) => (isSameEntry(known, entry) ? entry : known))
              : [...queue, entry],
          )
        })
        .addCase(unqueued, (state, { payload: { opportunity, entry } }) =>
          withQueue(
            state,
            opportunity,
            (state[opportunity] ?? empty).filter((known) => !isSameEntry(known, entry)),
          ),
        )
        .addCase(signedOut, () => initialState)
        .addCase(tabUserChanged, () => initialState),
  )

/** Persists the queues in the tab. */
export const persistOrganizationQueues = (
  tab: Storage,
  store: Pick<Store<{ organizationQueues: Queues }>, 'getState' | 'subscribe'>,
) => persistInTab(tab, storageKey, 'organizationQueues', store)

/** The queue of an opportunity; empty where there is none. */
export const selectQueue = (
  { organizationQueues }: { organizationQueues: Queues },
  opportunity: number | null,
): readonly QueueEntry[] => (opportunity === null ? empty : (organizationQueues[opportunity] ?? empty))
