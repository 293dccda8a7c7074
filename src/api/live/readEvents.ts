import { createParser } from 'eventsource-parser'
import {
  bulkChangeEvent,
  changeActions,
  notificationEvent,
  type ChangeAction,
  type RecordChange,
} from '../../contract/events'
import { isResource } from '../../store/localMutations'

/** Callbacks for the events of a stream. */
export interface StreamListener {
  changed: (change: RecordChange) => void
  /** A bulk change of the user has come further, or ended. */
  bulkChanged: (id: number) => void
  /** The user's notifications have changed. */
  notified: () => void
  /** The session has ended; no events follow. */
  sessionEnded: () => void
  /** Milliseconds to wait before reconnecting after the end of the stream. */
  retry: (pause: number) => void
}

/** Milliseconds without a heartbeat, sent every twenty seconds, after which a stream is closed. */
const heartbeatTimeout = 50_000

/** A change event of this release; null for unknown ones. */
const changeIn = (data: string): RecordChange | null => {
  try {
    const { resource, id, action, version } = JSON.parse(data) as Partial<Record<keyof RecordChange, unknown>>
    if (!isResource(resource) || !changeActions.includes(action as ChangeAction)) return null
    return {
      resource,
      id: typeof id === 'number' ? id : null,
      action: action as ChangeAction,
      version: typeof version === 'number' ? version : null,
    }
  } catch {
    return null
  }
}

/** The id of a bulk change; null for anything else. */
const bulkChangeIn = (data: string): number | null => {
  try {
    const { id } = JSON.parse(data) as { id?: unknown }
    return typeof id === 'number' ? id : null
  } catch {
    return null
  }
}

/** Reads a stream of Server-Sent Events until it ends, fails, falls silent or is aborted by its signal. */
export const readEvents = async (
  body: ReadableStream<Uint8Array>,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> => {
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'session-ended') listener.sessionEnded()
      if (event === notificationEvent) listener.notified()
      const change = event === 'change' ? changeIn(data) : null
      if (change) listener.changed(change)
      const bulkChange = event === bulkChangeEvent ? bulkChangeIn(data) : null
      if (bulkChange !== null) listener.bulkChanged(bulkChange)
    },
    onRetry: listener.retry,
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const cancel = () => void reader.cancel().catch(() => undefined)
  let watch = setTimeout(cancel, heartbeatTimeout)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(watch)
      watch = setTimeout(cancel, heartbeatTimeout)
      parser.feed(decoder.decode(read.value, { stream: true }))
    }
  } catch {
    // A failed stream is treated as ended.
  } finally {
    clearTimeout(watch)
    signal.removeEventListener('abort', cancel)
  }
}
