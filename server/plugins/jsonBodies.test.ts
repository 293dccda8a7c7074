import Fastify from 'fastify'
import { jsonBodies } from './jsonBodies'

test('[TRUST-24, TRUST-25] large bodies that come together are read at a turn of the event loop each', async () => {
  const app = Fastify()
  jsonBodies(app)
  let turn = 0
  let counting = setImmediate(function count() {
    turn++
    counting = setImmediate(count)
  })
  const readAt: number[] = []
  app.post('/', (request) => {
    readAt.push(turn)
    return Array.isArray(request.body)
  })
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })
  const large = Array.from({ length: 20 }, () => send(`[${'1,'.repeat(20_000)}1]`))
  const answers = await Promise.all(large)
  clearImmediate(counting)
  expect(answers.map(({ body }) => body)).toEqual(Array(20).fill('true'))
  const inOneTurn = readAt.map((moment) => readAt.filter((other) => other === moment).length)
  // The first one waits for nobody, so another may follow at the end of the same turn.
  expect(Math.max(...inOneTurn)).toBeLessThanOrEqual(2)
  await app.close()
})
