import type { Events, Subscriber } from './index'

/** Delivers notices within this process; the other adapters add those of other processes. */
export function inProcessEvents(): Events & { reportGap: () => void } {
  const subscribers = new Set<Subscriber>()
  return {
    publish: (notices) => {
      for (const notice of notices) for (const { onNotice } of subscribers) onNotice(notice)
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    /** Signals to the subscribers that notices may have been lost. */
    reportGap: () => {
      for (const { onGap } of subscribers) onGap()
    },
    close: () => {
      subscribers.clear()
      return Promise.resolve()
    },
  }
}
