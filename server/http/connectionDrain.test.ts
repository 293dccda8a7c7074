import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import Fastify from 'fastify'
import { connectionDrain } from './connectionDrain'

/** A listening server that answers /slow once it is told to. */
async function start() {
  const app = Fastify({ keepAliveTimeout: 60_000 })
  await app.register(connectionDrain)
  app.get('/', () => 'done')
  const slow = new EventEmitter()
  app.get('/slow', async () => {
    slow.emit('asked')
    await once(slow, 'answer')
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  return { app, port, slow }
}

/** A connection on which nothing is sent, once the server knows it. */
async function connectAhead(app: Awaited<ReturnType<typeof start>>['app'], port: number) {
  const accepted = once(app.server, 'connection')
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await accepted
  return socket
}

test('[TRUST-35] closing does not wait for a connection that was opened ahead of time', async () => {
  const { app, port } = await start()
  const socket = await connectAhead(app, port)
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

test('[TRUST-35] closing waits for the request under way, and not for its connection', async () => {
  const { app, port, slow } = await start()
  const agent = new http.Agent({ keepAlive: true })
  const asked = once(slow, 'asked')
  const request = http.get({ port, host: '127.0.0.1', path: '/slow', agent })
  const answered = once(request, 'response')
  await asked
  const unused = await connectAhead(app, port)
  const ended = once(unused, 'close')
  const closed = app.close()
  await ended
  slow.emit('answer')
  const [answer] = (await answered) as [http.IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await closed
  agent.destroy()
})

test('[TRUST-35] closing waits for a request whose headers are still on their way', async () => {
  const { app, port } = await start()
  const socket = await connectAhead(app, port)
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n')
  // A later request is answered after those bytes have arrived.
  await (await fetch(`http://127.0.0.1:${port}/`)).text()
  const closed = app.close()
  const answer = once(socket, 'data')
  await new Promise(setImmediate)
  socket.write('\r\n')
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 (?:200|503) /)
  await closed
})
