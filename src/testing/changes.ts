import { http, HttpResponse } from 'msw'
import { changesPath, type RecordChange } from '../contract/events'
import { refusal } from './handlers'
import { server } from './server'
import type { World } from './world'

/** The mocked server's streams of changes. */
export interface Streams {
  /** Number of streams opened so far, and of open ones. */
  opened: () => number
  open: () => number
  /** Sends a change event to all open streams. */
  tell: (change: Partial<RecordChange> & Pick<RecordChange, 'resource'>) => void
  /** Sends any other event. */
  say: (text: string) => void
  /** Closes all streams, like a stopping server; new ones may be opened at once. */
  end: () => void
}

/** Answers with streams of changes, as long as the session is valid. */
export const streamChanges = (world: World): Streams => {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  let opened = 0
  server.use(
    http.get(`*${changesPath}`, ({ request }) => {
      const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? ''
      if (!world.access.has(token)) return refusal(401, 'The access token is not valid.', 'not_signed_in')
      opened += 1
      let mine: ReadableStreamDefaultController<Uint8Array>
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          mine = controller
          open.add(controller)
          controller.enqueue(encoder.encode('retry: 20\n\n'))
        },
        cancel: () => void open.delete(mine),
      })
      request.signal.addEventListener('abort', () => open.delete(mine))
      return new HttpResponse(stream, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  const say = (text: string) => {
    for (const controller of open) controller.enqueue(encoder.encode(text))
  }
  return {
    opened: () => opened,
    open: () => open.size,
    tell: (change) => {
      const whole = { id: null, action: 'updated', version: null, ...change }
      say(`event: change\ndata: ${JSON.stringify(whole)}\n\n`)
    },
    say,
    end: () => {
      for (const controller of open) controller.close()
      open.clear()
    },
  }
}
