/**
 * The bytes that a browser with an empty cache loads for the sign-in page and for the opportunity list, without
 * prefetched ones.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { startChromium } from '../e2e/chromium'
import { startProduct } from '../e2e/product'
import { enableSaveDataMode } from '../e2e/saveDataMode'
import { signIn } from './browserSession'
import type { Figures } from './figures'

/** Kilobytes (1000 bytes) of everything but API answers, by compression. */
export async function firstLoad(): Promise<Figures> {
  const product = await startProduct()
  const server = await startChromium()
  const browser = await chromium.connect(server.wsEndpoint())

  const measure = async (
    name: string,
    address: string,
    prepare?: Parameters<typeof browser.newContext>[0],
  ) => {
    const context = await browser.newContext(prepare)
    const page = await context.newPage()
    await page.addInitScript(enableSaveDataMode)
    const files = new Set<string>()
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url())
      if (origin === product.url && !pathname.startsWith('/api/')) files.add(pathname)
    })
    await page.goto(product.url + address)
    await page.waitForLoadState('networkidle')
    const contents = [...files].map((file) =>
      readFileSync(path.join('dist/public', /\.\w+$/.test(file) ? file : 'index.html')),
    )
    const sum = (pack: (content: Buffer) => Buffer) =>
      Math.round(contents.reduce((bytes, content) => bytes + pack(content).length, 0) / 100) / 10
    const state = await context.storageState()
    await context.close()
    return {
      state,
      figures: {
        page: name,
        files: files.size,
        'gzip kB': sum((content) => gzipSync(content, { level: 9 })),
        'brotli kB': sum((content) => brotliCompressSync(content)),
      },
    }
  }

  const login = await measure('/login', '/login')
  const signedIn = await signIn(await browser.newContext(), product.url)
  const list = await measure('/mpg/opportunities', '/mpg/opportunities', { storageState: signedIn })
  await browser.close()
  await server.close()
  await product.stop()
  return [login.figures, list.figures]
}
