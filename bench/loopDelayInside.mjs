/*
 * Loaded into a server before its own program (node --import): sends each client of the socket LOOP_DELAY_SOCKET the
 * longest delay of the event loop in milliseconds since the previous client, and resets it.
 */
import net from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const { LOOP_DELAY_SOCKET: socket } = process.env
/** Milliseconds between two samples, which are part of the measured delay. */
const resolution = 2

// Threads load the same modules as their process.
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
