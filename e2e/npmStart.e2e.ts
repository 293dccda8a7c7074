import { startProduct } from './product'

it('[TRUST-35] ends the server itself when npm start is told to stop', async () => {
  const product = await startProduct({}, ['npm', 'start'])
  await product.stop()
  // A server that did not get the signal would still answer.
  await expect(fetch(`${product.url}/healthz`)).rejects.toThrow('fetch failed')
})
