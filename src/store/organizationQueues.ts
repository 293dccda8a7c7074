import { createAction, createReducer, type Store } from '@reduxjs/toolkit'
import { keepInTab, readKept } from './keptInTab'
import { signedOut } from './session'
import { tabUserChanged } from './tabUser'

/** An organization on its way to an opportunity, or a business of the credit bureau that is to become one (BUR-4). */
export interface Queued {
  name: string
  /** The bureau's number; null where none is known. */
  bin: string | null
  /** Null while it is not here yet. */
  organization: number | null
}

/** What waits for each opportunity, in the order in which it was chosen. */
type Queues = Readonly<Record<number, readonly Queued[]>>

interface Queueing {
  opportunity: number
  entry: Queued
}

/** Puts an entry into its opportunity's queue; one of the same organization or business gives up its place to it. */
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

/** Whether a queue holds an organization, or the business that it was made of. */
export const isQueued = (queue: readonly Queued[], entry: Queued) =>
  queue.some((known) => isSame(known, entry))

/** Queues survive the way to another page and a reload of their tab, never the end of the session. */
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

/** Keeps them in the tab. */
export const keepOrganizationQueues = (
  tab: Storage,
  store: Pick<Store<{ organizationQueues: Queues }>, 'getState' | 'subscribe'>,
) => keepInTab(tab, place, 'organizationQueues', store)

/** What waits for an opportunity; nothing where there is none. */
export const selectQueue = (
  { organizationQueues }: { organizationQueues: Queues },
  opportunity: number | null,
): readonly Queued[] => (opportunity === null ? empty : (organizationQueues[opportunity] ?? empty))
