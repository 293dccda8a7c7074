import type { Config } from 'jest'
import { startChromium } from './chromium'
import { startProduct, type Product } from './product'

/** Starts one browser for all test files, and a product for each worker; `stop.ts` stops them. */
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
