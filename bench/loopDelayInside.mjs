/*
 * Loaded into a server before its own program (node --import): tells whoever connects to the socket LOOP_DELAY_SOCKET how
 * many milliseconds the event loop was held at most since somebody last asked, and counts anew.
 */
import net from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const { LOOP_DELAY_SOCKET: socket } = process.env
/** Milliseconds between two looks, which are part of what is measured between them. */
const resolution = 2

// Threads load what their process has loaded.
if (isMainThread && socket) {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  net
    .createServer((connection) => {
      connection.end(String(Math.max(0, delay.max / 1e6 - resolution)))
      delay.reset()
    })
    .listen(socket)
    .unref()
}
