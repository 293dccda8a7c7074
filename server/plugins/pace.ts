import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How slowly a body may come. Times in milliseconds. */
export interface Pace {
  /** For a whole body that is no upload. */
  body: number
  /** For a whole upload. */
  upload: number
  /** Without a byte of an upload. */
  idle: number
  /** Bytes a second of an upload, on average once `grace` is over. */
  rate: number
  grace: number
  /** How often it is looked at. */
  check: number
}

/** 5 MB may take 20 minutes; whoever drips is cut after one. */
export const defaultPace: Pace = {
  body: 60_000,
  upload: 30 * 60_000,
  idle: 30_000,
  rate: 4_000,
  grace: 60_000,
  check: 1_000,
}

/**
 * Cuts requests whose bodies come too slowly, read or not (TRUST-24): uploads may take their time while bytes come,
 * everything else has a time in all. Slow headers are Node's own business.
 */
export function keepPace(server: Server, pace: Pace): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
    const isUpload = /^\s*multipart\//i.test(headers['content-type'] ?? '')
    const start = performance.now()
    let last = { moment: start, bytes: socket.bytesRead }
    const before = last.bytes
    const watch = setInterval(() => {
      if (request.complete || socket.destroyed) {
        clearInterval(watch)
        return
      }
      const now = performance.now()
      if (socket.bytesRead > last.bytes) last = { moment: now, bytes: socket.bytesRead }
      const time = now - start
      const expected = (pace.rate * (time - pace.grace)) / 1_000
      const isTooSlow = isUpload
        ? now - last.moment > pace.idle || last.bytes - before < expected || time > pace.upload
        : time > pace.body
      if (!isTooSlow) return
      clearInterval(watch)
      const error = Object.assign(new Error('The body came too slowly.'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      })
      if (response.headersSent) socket.destroy()
      else server.emit('clientError', error, socket)
    }, pace.check).unref()
    request.once('close', () => {
      clearInterval(watch)
    })
  })
}
