import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { collectComplaints } from './complaints'
import { sharedBrowser, sharedUrl } from './shared'

/** One person at one browser, nothing remembered from before. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Takes away the complaints that a test provoked and that match, and gives how many there were. */
  forgive: (pattern: RegExp) => number
}

/**
 * Declares the browser of a test file. The function that it gives opens a new visitor within a test; when the
 * test ends, so do its visitors, and it fails if any of their pages complained unexpectedly.
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
    // Each once: a page may repeat itself at every step.
    expect([...new Set(ended.flatMap(({ complaints }) => complaints))]).toEqual([])
  })
  afterAll(() => browser.close())

  return async (options = {}) => {
    const context = await browser.newContext({
      baseURL: sharedUrl(),
      viewport: { width: 1440, height: 900 },
      timezoneId: 'America/Chicago',
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
