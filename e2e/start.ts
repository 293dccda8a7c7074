import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from 'jest'
import { startChromium } from './chromium'
import { demoDataVariable, startProduct, type Product } from './product'

/** Fills a data directory with demo data. */
async function makeDemoData(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'citygate-e2e-demo-'))
  const product = await startProduct({ DATA_DIR: dataDir })
  await product.stop()
  return dataDir
}

/** Starts one browser for all test files, and a product for each worker; `stop.ts` stops them. */
export default async function start({ maxWorkers = 1 }: Config): Promise<void> {
  const demoData = await makeDemoData()
  process.env[demoDataVariable] = demoData
  const products: Product[] = []
  const stopProducts = async () => {
    await Promise.all(products.map((product) => product.stop()))
    await rm(demoData, { recursive: true })
  }
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
