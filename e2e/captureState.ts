import type { Page, Route } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { hiddenStops } from './focus'
import { blockChangeStream } from './blockChangeStream'
import { narrowest, painted, showEverywhere, takeScreenshot } from './screenshots'

/** A state of a screen: its path, and the actions before its screenshot. */
export interface State {
  name: string
  path: string
  /** Mocked answers, by URL pattern. */
  answers?: Readonly<Record<string, keyof typeof answers>>
  prepare?: (page: Page) => Promise<unknown>
}

const json = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })

const answers = {
  refusal: json(503, { detail: 'The server is busy.', code: 'busy', request_id: 'r-1' }),
  'empty list': json(200, { count: 0, results: [] }),
  nothing: () => undefined,
} as const

/** In CSS pixels: the widths between these two have no breakpoints of their own. */
const audited = [1440, 390]

/** Takes screenshots in every size and theme, and returns axe's findings, each with where it was found. */
const pictureFaults = async (page: Page, name: string) => {
  const found = new Map<string, string[]>()
  await showEverywhere(page, async (showing) => {
    const { size, colorScheme } = showing
    if (audited.includes(size.width))
      for (const fault of await accessibilityFaults(page))
        found.set(fault, [...(found.get(fault) ?? []), `${size.width} ${colorScheme}`])
    await takeScreenshot(page, name, showing)
  })
  return [...found].map(([fault, places]) => `${fault} (${places.join(', ')})`)
}

const sidewaysFaults = async (page: Page) => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [`scrolls sideways by ${overflow} px at ${narrowest.width} px`] : []
}

/** Automatic findings for a state, narrow screens last: tabbing through it may change it. */
export async function captureState(
  page: Page,
  { name, path, answers: wanted = {}, prepare }: State,
): Promise<string[]> {
  await blockChangeStream(page)
  for (const [call, answer] of Object.entries(wanted)) await page.route(call, answers[answer])
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await prepare?.(page)
  if (!Object.values(wanted).includes('nothing')) await page.waitForLoadState('networkidle')
  const faults = await pictureFaults(page, name)
  const before = page.viewportSize()
  await page.setViewportSize(narrowest)
  await page.evaluate(painted)
  faults.push(...(await sidewaysFaults(page)))
  for (const hidden of await hiddenStops(page)) faults.push(`the focus is hidden: ${hidden}`)
  if (before) await page.setViewportSize(before)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return faults
}
