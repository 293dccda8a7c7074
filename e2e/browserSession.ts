import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { collectPageErrors } from './pageErrors'
import { sharedBrowser, sharedUrl } from './shared'

/** A new browser context with its page. */
export interface BrowserSession {
  context: BrowserContext
  page: Page
  /** Removes the expected errors that match, and returns their number. */
  ignoreErrors: (pattern: RegExp) => number
}

/**
 * Declares the browser of a test file. The returned function opens a new browser session within a test; sessions end with the
 * test, which fails if any of their pages had unexpected errors.
 */
export function useBrowserSessions(): (options?: BrowserContextOptions) => Promise<BrowserSession> {
  let browser: Browser
  let sessions: { context: BrowserContext; errors: string[] }[] = []

  beforeAll(async () => {
    browser = await chromium.connect(sharedBrowser())
  })
  afterEach(async () => {
    const ended = sessions
    sessions = []
    for (const { context } of ended) await context.close()
    // Each once: a page may repeat it at every step.
    expect([...new Set(ended.flatMap(({ errors }) => errors))]).toEqual([])
  })
  afterAll(() => browser.close())

  return async (options = {}) => {
    const context = await browser.newContext({
      baseURL: sharedUrl(),
      viewport: { width: 1440, height: 900 },
      timezoneId: 'America/Chicago',
      // Transitions take time and processor. A test of deal.e2e.ts has them, so that both ways are covered.
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(30_000)
    const errors = await collectPageErrors(context)
    sessions.push({ context, errors })
    return {
      context,
      page: await context.newPage(),
      ignoreErrors: (pattern) => {
        const kept = errors.filter((error) => !pattern.test(error))
        const ignored = errors.length - kept.length
        errors.splice(0, errors.length, ...kept)
        return ignored
      },
    }
  }
}
