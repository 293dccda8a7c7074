import type { CDPSession, Page } from 'playwright-core'
import { activityPaths } from '../src/resources/activities/paths'
import { addressPaths } from '../src/resources/addresses/paths'
import { contactPaths } from '../src/resources/contacts/paths'
import { inboxPaths } from '../src/resources/messages/paths'
import { opportunityPaths } from '../src/resources/opportunities/paths'
import { organizationPaths } from '../src/resources/organizations/paths'
import { taskPaths } from '../src/resources/tasks/paths'
import { signIn } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

/** The pages opened in a loop, from the menu; '' is the first row of the current list. */
const round = [
  '',
  organizationPaths.list,
  '',
  contactPaths.list,
  '',
  addressPaths.list,
  taskPaths.open,
  activityPaths.list,
  inboxPaths.list,
  opportunityPaths.list,
]

/** Steps until all caches have their full size, and further steps. */
const [warmUp, rest] = [100, 400]

/** Milliseconds between two checks of the page: requests are answered or aborted meanwhile. */
const pause = 25

/** Tolerance at the end: a leak in each step would be a multiple of it. */
const margins = { JSHeapUsedSize: 2_500_000, Nodes: 1_500, JSEventListeners: 300 }
type Kept = Record<keyof typeof margins, number>

/** Navigates within the browser, each time as soon as the page is rendered; returns how many pages had a heading. */
const wander = (page: Page, steps: number) =>
  page.evaluate(
    async ({ round, steps, pause }) => {
      let drawn = 0
      for (let step = 0; step < steps; step += 1) {
        const to = round[step % round.length] ?? ''
        const find = () =>
          document.querySelector<HTMLElement>(to ? `.side-menu a[href="${to}"]` : 'main tbody a[href]')
        const { pathname, title } = { pathname: location.pathname, title: document.title }
        const deadline = performance.now() + 10_000
        // A changed title means a rendered page.
        while (document.title === title) {
          if (location.pathname === pathname) find()?.click()
          if (performance.now() > deadline)
            throw new Error(`No way from ${title} to ${to || 'its first row'}`)
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
        drawn += Number(document.querySelector('main h1') !== null)
      }
      return drawn
    },
    { round, steps, pause },
  )

/** Memory after all requests have ended and garbage was collected. */
const kept = async (page: Page, devtools: CDPSession): Promise<Kept> => {
  await page.waitForTimeout(1_000)
  for (let again = 0; again < 3; again += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: keyof Kept) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    JSHeapUsedSize: of('JSHeapUsedSize'),
    Nodes: of('Nodes'),
    JSEventListeners: of('JSEventListeners'),
  }
}

it('500 steps from page to page leave nothing behind', async () => {
  const { page, context } = await newSession()
  await signIn(page, 'broker', '/mpg/opportunities')
  await page.getByText(/^Showing/).waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  expect(await wander(page, warmUp)).toBe(warmUp)
  const before = await kept(page, devtools)
  expect(await wander(page, rest)).toBe(rest)
  const after = await kept(page, devtools)
  const more = (name: keyof Kept) => after[name] - before[name]
  const grown: Kept = {
    JSHeapUsedSize: more('JSHeapUsedSize'),
    Nodes: more('Nodes'),
    JSEventListeners: more('JSEventListeners'),
  }
  expect(Object.entries(margins).filter(([name, margin]) => grown[name as keyof Kept] > margin)).toEqual([])
  // A slow machine with three browsers at once takes half a second for a step.
}, 600_000)
