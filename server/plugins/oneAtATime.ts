import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** So many requests may wait on one connection; nobody who means well sends more. */
const most = 20

/**
 * Takes requests that come on one connection without waiting for each other one after the other. Node tells only the
 * answer whose turn it is that the connection has ended: whatever others had taken would never be given back.
 */
export function oneAtATime(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, next) => {
    if (answer.socket) {
      next()
      return
    }
    const before = waiting.get(socket) ?? 0
    if (before >= most) {
      // Nothing goes on with what waits there, and nothing holds it any more.
      socket.destroy()
      return
    }
    waiting.set(socket, before + 1)
    answer.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      next()
    })
  })
}
