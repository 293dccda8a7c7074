import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { collectComplaints } from './complaints'
import { sharedBrowser, sharedUrl } from './shared'

/** A new browser context with its page. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Removes the expected errors that match, and returns their number. */
  forgive: (pattern: RegExp) => number
}

/**
 * Declares the browser of a test file. The returned function opens a new visitor within a test; visitors end with the
 * test, which fails if any of their pages had unexpected errors.
 */
export function useVisitors(): (options?: BrowserContextOptions) => Promise<Visitor> {
  let browser: Browser
  let visits: { context: BrowserContext; complaints: string[] }[] = []

  beforeAll(async () => {
    browser = await chromium.connect(sharedBrowser())
  })
  afterEach(async () => {
    const ended = visits
    visits = []
    for (const { context } of ended) await context.close()
    // Each once: a page may repeat it at every step.
    expect([...new Set(ended.flatMap(({ complaints }) => complaints))]).toEqual([])
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
    const complaints = await collectComplaints(context)
    visits.push({ context, complaints })
    return {
      context,
      page: await context.newPage(),
      forgive: (pattern) => {
        const kept = complaints.filter((complaint) => !pattern.test(complaint))
        const forgiven = complaints.length - kept.length
        complaints.splice(0, complaints.length, ...kept)
        return forgiven
      },
    }
  }
}
