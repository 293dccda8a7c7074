import Fastify from 'fastify'
import { stubPlugin } from '../testing/plugins'
import { responseHeaders } from './responseHeaders'

async function headersWith(config: { publicUrl: string | null; mapTiles: object | null }) {
  const app = Fastify({ genReqId: () => 'request-1' })
  await app.register(stubPlugin('citygate-configuration', { config }))
  await app.register(responseHeaders)
  app.get('/', () => 'done')
  app.get('/kept', (_request, reply) => reply.header('cache-control', 'max-age=60').send('done'))
  const [{ headers }, kept] = [await app.inject('/'), await app.inject('/kept')]
  await app.close()
  return { headers, kept: kept.headers['cache-control'] }
}

test('[TRUST-3, API-4] every answer has its request id, is not stored, and is read as what it says', async () => {
  const { headers, kept } = await headersWith({ publicUrl: null, mapTiles: null })
  expect(headers).toMatchObject({
    'x-request-id': 'request-1',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(kept).toBe('max-age=60')
})

test('[TRUST-3] answers under an encrypted address ask for TLS, and those beside a map name their origin', async () => {
  const { headers } = await headersWith({ publicUrl: 'https://desk.example.com', mapTiles: {} })
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})
