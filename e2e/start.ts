import type { Config } from 'jest'
import { startChromium } from './chromium'
import { startProduct, type Product } from './product'

/** One browser serves all test files, and each worker has a product; `stop.ts` ends what is kept here. */
export default async function start({ maxWorkers = 1 }: Config): Promise<void> {
  const products: Product[] = []
  const stopProducts = () => Promise.all(products.map((product) => product.stop()))
  try {
    while (products.length < Number(maxWorkers)) products.push(await startProduct())
    const browser = await startChromium()
    process.env['E2E_BROWSER'] = browser.wsEndpoint()
    process.env['E2E_URLS'] = products.map(({ url }) => url).join(' ')
    globalThis.e2e = { stop: () => Promise.all([browser.close(), stopProducts()]) }
  } catch (error) {
    await stopProducts()
    throw error
  }
}

declare global {
  var e2e: { stop: () => Promise<unknown> } | undefined
}
