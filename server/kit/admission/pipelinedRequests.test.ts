import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { pipelinedRequests } from './pipelinedRequests'

/** Sends requests over one connection at once; tells the most that ran beside each other, and all answers. */
async function pipeline(count: number) {
  const app = Fastify()
  await app.register(pipelinedRequests)
  let running = 0
  let most = 0
  app.get('/', async () => {
    most = Math.max(most, ++running)
    await turn()
    running--
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const request = (connection: string) => `GET / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`
  socket.write(request('keep-alive').repeat(count - 1) + request('close'))
  const answers = (await text(socket).catch(() => '')).split('HTTP/1.1 200').length - 1
  await app.close()
  return { most, answers }
}

test('[TRUST-24] requests of one connection run one after the other', async () => {
  expect(await pipeline(15)).toEqual({ most: 1, answers: 15 })
})

test('[TRUST-24] a connection with too many queued requests ends', async () => {
  expect((await pipeline(40)).answers).toBeLessThan(40)
})
