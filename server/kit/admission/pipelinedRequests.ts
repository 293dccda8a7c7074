import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Requests queued on one connection; well-behaved clients send fewer. */
const most = 20

/**
 * Serializes pipelined requests of a connection. Node reports its end only to the answer that is being sent: slots
 * taken by the others would never be released.
 */
export const pipelinedRequests = fp(
  async (app: FastifyInstance) => {
    const waiting = new WeakMap<Socket, number>()
    app.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, next) => {
      if (answer.socket) {
        next()
        return
      }
      const before = waiting.get(socket) ?? 0
      if (before >= most) {
        // Nothing continues the queued requests any more, and nothing keeps them in memory.
        socket.destroy()
        return
      }
      waiting.set(socket, before + 1)
      answer.once('socket', () => {
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
        next()
      })
    })
  },
  { name: 'citygate-pipelined-requests' },
)
