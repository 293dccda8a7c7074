import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { changesPath, type RecordChange } from '../../contract/events'
import { sendWithSession } from '../kit/baseQuery'
import type { RequestResult } from '../kit/http'
import { readEvents } from './readEvents'

/** Events of a tab, from its own stream or from the tab that has one. */
export type LiveEvent =
  | { type: 'changed'; change: RecordChange }
  | { type: 'bulkChanged'; id: number }
  | { type: 'notified' }
  /** No stream was open for a while: answers before this moment (ms) may be stale. */
  | { type: 'missed'; before: number }

interface StreamOptions {
  /** The arguments of a base query, whose signal stops everything. */
  call: BaseQueryApi
  onEvent: (heard: LiveEvent) => void
  onSessionEnd: () => void
}

/** Milliseconds: the first delay after a failed attempt, doubled by each further one, and the maximum. */
const initialBackoff = 1_000
const maxBackoff = 30_000
/** Milliseconds between the end of a stream and the next one, unless the server says otherwise. */
const reconnectDelay = 3_000

/** Jitter of up to a quarter, so that clients cut off together do not reconnect together. */
const withJitter = (delay: number) => delay * (1 + Math.random() / 4)

/** Waits for the delay, or until the network is back. */
const wait = (delay: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, delay)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })

const openStream = async (access: string, signal: AbortSignal): Promise<RequestResult> => {
  try {
    const response = await fetch(new URL(changesPath, location.origin), {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${access}` },
      cache: 'no-store',
      signal,
    })
    if (response.ok && response.body) return { data: response.body }
    void response.body?.cancel().catch(() => undefined)
    return { error: { status: response.status, code: 'http', detail: response.statusText } }
  } catch {
    return { error: { status: 0, code: 'network', detail: '' } }
  }
}

/**
 * Keeps one stream of changes open until its signal is aborted or the session ends. A stream that ends or cannot be
 * opened is followed by the next one with a growing backoff; the gap between them is reported.
 */
export const streamChanges = async ({ call, onEvent, onSessionEnd }: StreamOptions): Promise<void> => {
  const { signal } = call
  let failures = 0
  while (!signal.aborted) {
    const startedAt = Date.now()
    const { data, error } = await sendWithSession(call, (access) => openStream(access, signal))
    let delay = Math.min(maxBackoff, initialBackoff * 2 ** failures)
    if (error?.code === 'signed_out') return
    if (error) failures += 1
    else {
      failures = 0
      delay = reconnectDelay
      onEvent({ type: 'missed', before: startedAt })
      const listener = {
        changed: (change: RecordChange) => onEvent({ type: 'changed', change }),
        bulkChanged: (id: number) => onEvent({ type: 'bulkChanged', id }),
        notified: () => onEvent({ type: 'notified' }),
        sessionEnded: onSessionEnd,
        retry: (told: number) => {
          delay = told
        },
      }
      await readEvents(data as ReadableStream<Uint8Array>, listener, signal)
    }
    await wait(withJitter(delay), signal)
  }
}
