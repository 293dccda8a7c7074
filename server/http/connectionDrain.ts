import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** Milliseconds between two looks for connections whose last answer has ended. */
const idleCheck = 100

/**
 * Closes the connections without a request once the server closes, so that it waits for requests only (TRUST-35).
 * Browsers open connections ahead of time; on such a one Node waits for a request until the time for its headers is
 * over.
 */
export const connectionDrain = fp(
  async (app) => {
    const open = new Set<Socket>()
    let drain: NodeJS.Timeout | undefined
    app.server.on('connection', (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
    app.addHook('preClose', async () => {
      const closeIdle = () => {
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
        app.server.closeIdleConnections()
      }
      closeIdle()
      drain = setInterval(closeIdle, idleCheck)
    })
    app.addHook('onClose', async () => clearInterval(drain))
  },
  { name: 'citygate-connection-drain' },
)
