import type { TabChannel } from '../store/crossTab'

/** Connected channels, like those of one browser's tabs; each message is cloned. */
export const connectedTabs = () => {
  const open = new Set<TabChannel>()
  return (): TabChannel => {
    const channel: TabChannel = {
      onmessage: null,
      postMessage: (data: unknown) => {
        const message = new MessageEvent('message', { data: structuredClone(data) })
        for (const other of open) {
          if (other !== channel)
            queueMicrotask(() => void other.onmessage?.call(other as BroadcastChannel, message))
        }
      },
      close: () => open.delete(channel),
    }
    open.add(channel)
    return channel
  }
}

/** Exclusive locks in order of request, shared by all tabs. */
export const sharedLocks = (): Pick<LockManager, 'request'> => {
  const last = new Map<string, Promise<unknown>>()
  const request = (name: string, ...rest: [() => unknown] | [{ signal?: AbortSignal }, () => unknown]) => {
    const [{ signal }, turn] = rest.length === 1 ? [{}, rest[0]] : rest
    const mine = (last.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted()
      return turn()
    })
    last.set(
      name,
      mine.catch(() => undefined),
    )
    return mine
  }
  return { request: request as LockManager['request'] }
}

/** A separate storage, for stores that must not share the window's. */
export const memoryStorage = (): Storage => {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
