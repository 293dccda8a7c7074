import Fastify from 'fastify'
import { countTurns } from '../testing/turns'
import { jsonBodies } from './jsonBodies'

/** The largest number of events in one turn of the event loop. */
const maxPerTurn = (turns: readonly number[]): number =>
  Math.max(...turns.map((turn) => turns.filter((other) => other === turn).length))

test('[TRUST-24, TRUST-25] large bodies that come together are read at a turn of the event loop each', async () => {
  const app = Fastify()
  await app.register(jsonBodies)
  const turns = countTurns()
  const readAt: number[] = []
  app.post('/', (request) => {
    readAt.push(turns.soFar())
    return Array.isArray(request.body)
  })
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })
  const large = Array.from({ length: 20 }, () => send(`[${'1,'.repeat(20_000)}1]`))
  const answers = await Promise.all(large)
  turns.stop()
  expect(answers.map(({ body }) => body)).toEqual(Array(20).fill('true'))
  expect(maxPerTurn(readAt)).toBe(1)
  await app.close()
})

test('[TRUST-24, TRUST-25] of large bodies that come together some pieces are taken in at a turn', async () => {
  const app = Fastify()
  await app.register(jsonBodies)
  const turns = countTurns()
  const takenAt: number[] = []
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', () => takenAt.push(turns.soFar()))
    done()
  })
  app.post('/', ({ body }) => (body as number[]).length)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const body = `[${'1,'.repeat(40_000)}${'1'.repeat(300)}${' '.repeat(700_000)}]`
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const sent = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return sent.text()
    }),
  )
  turns.stop()
  expect(answers).toEqual(Array(40).fill('40001'))
  expect(maxPerTurn(takenAt)).toBeLessThanOrEqual(8)
  await app.close()
})

test('[TRUST-24] signs within texts are no parts of a body', async () => {
  const app = Fastify()
  await app.register(jsonBodies)
  app.post('/', ({ body }) => body)
  const body = { description: `${'[{,:'.repeat(20_000)}\\"[[` }
  expect((await app.inject({ method: 'POST', url: '/', payload: body })).json()).toEqual(body)
  await app.close()
})
