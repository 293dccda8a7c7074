import { busy } from '../../kit/errors'
import type { Release } from '../../kit/admission/concurrencyLimiter'
import { groupsOf } from '../../kit/http/networkAddresses'

export interface QueueLimits {
  /** Concurrent slots. */
  slots: number
  /** Queued attempts, in all and of one address. */
  queued: number
  queuedPerAddress: number
  /** Milliseconds that an attempt is queued at most. */
  timeout: number
  /** Seconds after which a refused one may be retried. */
  retryAfter: number
}

interface Waiting {
  address: string
  start: () => void
  refuse: () => void
}

/** Milliseconds after which an attempt counts half. */
const halfLife = 30_000
/** Groups of addresses in memory. */
const maxGroups = 20_000

/**
 * Recent attempts from each group of addresses (kit/http/networkAddresses.ts). A group is crowded by the number of its
 * attempts beyond the normal one.
 */
function createAddressLoad() {
  const groups = new Map<string, { count: number; at: number }>()
  const countOf = (name: string, now: number) => {
    const group = groups.get(name)
    return group ? group.count * 2 ** ((group.at - now) / halfLife) : 0
  }
  const prune = (now: number) => {
    for (const name of groups.keys()) if (countOf(name, now) < 0.5) groups.delete(name)
    for (const name of groups.keys()) {
      if (groups.size <= maxGroups / 2) break
      groups.delete(name)
    }
  }
  return {
    add(address: string): void {
      const now = performance.now()
      if (groups.size > maxGroups) prune(now)
      for (const { name } of groupsOf(address)) {
        const count = countOf(name, now) + 1
        groups.delete(name)
        groups.set(name, { count, at: now })
      }
    },

    /** The current load of the networks of an address: recent attempts relative to the normal rate. */
    around(address: string): number {
      const now = performance.now()
      return groupsOf(address).reduce((sum, { name, usual }) => sum + countOf(name, now) / usual, 0)
    },
  }
}

/**
 * A queue for work of unauthenticated senders (TRUST-41). Attempts from the least crowded networks come first; when
 * the queue is full, one from the most crowded network is dropped for a newcomer from elsewhere. So a flood from many
 * addresses, however they are spread, delays its own networks only.
 */
export function createSignInQueue(limits: QueueLimits) {
  const addressLoad = createAddressLoad()
  const waiting = new Set<Waiting>()
  let taken = 0

  const leaveOnce = (): Release => {
    let left = false
    return () => {
      if (left) return
      left = true
      taken--
      admit()
    }
  }

  /** The queued attempt with the highest rank, computed from its network's load; of equals the first. */
  const highestRanked = (rank: (load: number) => number): Waiting | undefined => {
    let mostCrowded: { one: Waiting; rank: number } | undefined
    for (const one of waiting) {
      const rankOfThis = rank(addressLoad.around(one.address))
      if (!mostCrowded || rankOfThis > mostCrowded.rank) mostCrowded = { one, rank: rankOfThis }
    }
    return mostCrowded?.one
  }

  const admit = () => {
    if (taken >= limits.slots) return
    const next = highestRanked((load) => -load)
    if (!next) return
    taken++
    next.start()
  }

  /** Whether another one fits into the queue, if necessary by dropping one from a more crowded network. */
  const makeRoom = (address: string): boolean => {
    if ([...waiting].filter((one) => one.address === address).length >= limits.queuedPerAddress) return false
    if (waiting.size < limits.queued) return true
    const mostCrowded = highestRanked((load) => load)
    if (!mostCrowded || addressLoad.around(mostCrowded.address) < addressLoad.around(address)) return false
    mostCrowded.refuse()
    return true
  }

  return {
    /**
     * Waits for a slot.
     * @throws ApiError 503 with Retry-After where others come first, or where the wait takes too long.
     */
    enter(address: string): Promise<Release> {
      addressLoad.add(address)
      if (!makeRoom(address)) return Promise.reject(busy(limits.retryAfter))
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(one)
        }
        const one: Waiting = {
          address,
          start: () => {
            end()
            resolve(leaveOnce())
          },
          refuse: () => {
            end()
            reject(busy(limits.retryAfter))
          },
        }
        const timer = setTimeout(one.refuse, limits.timeout)
        waiting.add(one)
        admit()
      })
    },
  }
}
