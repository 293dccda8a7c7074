import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { stubPlugin } from '../../testing/plugins'
import { abortedRequests } from './abortedRequests'

test('[TRUST-24] the body of a request whose connection has ended is not read', async () => {
  const app = Fastify()
  await app.register(stubPlugin('citygate-json-bodies'))
  let arrived: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  app.addHook('onRequest', async ({ raw }) => {
    arrived()
    await new Promise((resolve) => raw.once('close', resolve))
  })
  await app.register(abortedRequests)
  const failed = new Promise<Error>((resolve) => {
    app.addHook('onError', async (_request, _reply, error) => resolve(error))
  })
  let isHandled = false
  app.post('/', () => (isHandled = true))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await arrival
  socket.destroy()
  expect(await failed).toMatchObject({ status: 400 })
  expect(isHandled).toBe(false)
  await app.close()
})
