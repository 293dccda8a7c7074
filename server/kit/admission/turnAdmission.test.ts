import Fastify from 'fastify'
import { stubPlugin } from '../../testing/plugins'
import { turnsDuring } from '../../testing/turns'
import { turnAdmission } from './turnAdmission'

/** How many turns of the event loop pass during so many concurrent requests. */
async function turnsOf(method: 'GET' | 'POST', isPublic: boolean): Promise<number> {
  const app = Fastify()
  await app.register(stubPlugin('citygate-hosts'))
  await app.register(turnAdmission)
  app.route({ method, url: '/', config: isPublic ? { public: true } : {}, handler: () => 'done' })
  await app.ready()
  const turns = await turnsDuring(() =>
    Promise.all(Array.from({ length: 200 }, () => app.inject({ method, url: '/' }))),
  )
  await app.close()
  return turns
}

test.each([
  ['sign-ins and whatever else is sent without a session', 'POST', true],
  ['calls with a session', 'GET', false],
] as const)('[TRUST-25] %s are looked at ten at a turn of the event loop', async (_who, method, isPublic) => {
  expect(await turnsOf(method, isPublic)).toBeGreaterThanOrEqual(19)
})

test('[TRUST-25] what is public does not wait', async () => {
  expect(await turnsOf('GET', true)).toBeLessThan(10)
})
