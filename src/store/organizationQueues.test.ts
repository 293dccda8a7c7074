import {
  isQueued,
  createOrganizationQueuesReducer,
  queued,
  selectQueue,
  unqueued,
  type QueueEntry,
} from './organizationQueues'
import { signedOut } from './session'

const business: QueueEntry = { name: 'Larkmoor Steel', bin: '100200300', organization: null }
const made: QueueEntry = { ...business, organization: 7 }
const byHand: QueueEntry = { name: 'Harbor Mills', bin: null, organization: 8 }
const other: QueueEntry = { name: 'Tollgate Dairy', bin: null, organization: null }

const reducer = createOrganizationQueuesReducer(sessionStorage)
type Step = Parameters<typeof reducer>[1]
const after = (...steps: Step[]) =>
  steps.reduce<ReturnType<typeof reducer>>(reducer, reducer(undefined, { type: 'begin' }))
const queueOf = (opportunity: number | null, ...steps: Step[]) =>
  selectQueue({ organizationQueues: after(...steps) }, opportunity)
const to = (opportunity: number, entry: QueueEntry) => queued({ opportunity, entry })

describe('[BUR-4] the queue of an opportunity', () => {
  it('keeps the order in which it was filled, and opportunities apart', () => {
    const steps = [to(1, business), to(2, other), to(1, byHand)]
    expect(queueOf(1, ...steps)).toEqual([business, byHand])
    expect(queueOf(2, ...steps)).toEqual([other])
    expect(queueOf(null, ...steps)).toEqual([])
  })

  it('holds each organization once: a business that has become one gives it its place', () => {
    expect(queueOf(1, to(1, business), to(1, byHand), to(1, made), to(1, made))).toEqual([made, byHand])
    expect(isQueued([made], business)).toBe(true)
    expect(isQueued([other], { ...other, name: 'Another without any number' })).toBe(false)
  })

  it('lets entries go, one by one, and with the session', () => {
    const full = [to(1, business), to(1, byHand)]
    expect(queueOf(1, ...full, unqueued({ opportunity: 1, entry: made }))).toEqual([byHand])
    expect(after(...full, signedOut({ key: null }))).toEqual({})
  })
})
