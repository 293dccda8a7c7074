import Fastify from 'fastify'
import { stubPlugin } from '../../testing/plugins'
import { diskReserve } from './diskReserve'

/** The statuses of requests on a disk with so many free bytes, of which 100 are reserved. */
async function statusesWith(free: () => Promise<number>) {
  const app = Fastify()
  await app.register(stubPlugin('citygate-configuration', { config: { dataDir: '/data', diskReserve: 100 } }))
  await app.register(stubPlugin('citygate-authentication'))
  await app.register(stubPlugin('citygate-request-budget'))
  const measured: string[] = []
  await app.register(diskReserve, {
    freeBytes: (folder) => {
      measured.push(folder)
      return free()
    },
  })
  app.setErrorHandler(({ status }: { status: number }, _request, reply) => reply.code(status).send())
  app.route({ method: ['GET', 'POST', 'DELETE'], url: '/', handler: () => 'done' })
  app.post('/open', { config: { public: true } }, () => 'done')
  const statuses: number[] = []
  for (const [method, url] of [
    ['GET', '/'],
    ['POST', '/'],
    ['DELETE', '/'],
    ['POST', '/open'],
    ['POST', '/'],
  ] as const)
    statuses.push((await app.inject({ method, url })).statusCode)
  const isLow = await app.isDiskLow()
  await app.close()
  return { statuses, isLow, measured }
}

test('[TRUST-44] the last bytes of the disk are for signing in and deleting', async () => {
  expect(await statusesWith(() => Promise.resolve(99))).toEqual({
    statuses: [200, 507, 200, 200, 507],
    isLow: true,
    measured: ['/data'],
  })
})

test.each([
  ['enough is free', () => Promise.resolve(100)],
  ['the free space cannot be measured', () => Promise.reject(new Error('no such folder'))],
])('[TRUST-44] everything is written where %s', async (_case, free) => {
  const { statuses, isLow } = await statusesWith(free)
  expect([statuses, isLow]).toEqual([[200, 200, 200, 200, 200], false])
})
