/** Measures how long a server's event loop is blocked. */
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

const program = pathToFileURL(path.resolve('bench/loopDelayInside.mjs')).href

/**
 * The environment of a monitored server, and a function that reads its longest delay since the last call, in
 * milliseconds.
 */
export function watchedLoop() {
  const socket = path.join(
    os.tmpdir(),
    `citygate-loop-${process.pid}-${Math.random().toString(36).slice(2)}.sock`,
  )
  return {
    env: { LOOP_DELAY_SOCKET: socket, NODE_OPTIONS: `--import ${program}` },
    longestHold: async () => Number(await text(net.connect(socket))),
  }
}
