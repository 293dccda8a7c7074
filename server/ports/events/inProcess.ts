import type { Events, Subscriber } from './index'

/** Delivers notices within this process; the other adapters add those of other processes. */
export function inProcessEvents(): Events & { lose: () => void } {
  const subscribers = new Set<Subscriber>()
  return {
    publish: (notices) => {
      for (const notice of notices) for (const { tell } of subscribers) tell(notice)
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    /** Signals to the subscribers that notices may have been lost. */
    lose: () => {
      for (const { lost } of subscribers) lost()
    },
    close: () => {
      subscribers.clear()
      return Promise.resolve()
    },
  }
}
