import { startChromium } from './chromium'
import { startProduct } from './product'

/** One product and one browser serve all test files; `stop.ts` ends what is kept here. */
export default async function start(): Promise<void> {
  const product = await startProduct()
  const browser = await startChromium().catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  process.env['E2E_BROWSER'] = browser.wsEndpoint()
  process.env['E2E_URL'] = product.url
  globalThis.e2e = { stop: () => Promise.all([browser.close(), product.stop()]) }
}

declare global {
  var e2e: { stop: () => Promise<unknown> } | undefined
}
