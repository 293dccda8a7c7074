import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { painted } from './screenshots'

/** The rules of WCAG 2.2 AA, and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Waits for the end of finite animations: colours during a fade are not those of the page. A finished animation with a
 * fill mode stays listed and must not be awaited, which would resolve at once, again and again.
 */
const atRest = async () => {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
  for (let running = moving(); running.length > 0; running = moving()) {
    await Promise.allSettled(running.map(({ finished }) => finished))
  }
}

/** axe's findings on a page once animations have ended: one line for each rule, with the failing elements. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(painted)
  await page.evaluate(atRest)
  // On a busy machine the animation of a dialog starts some frames after the dialog is there.
  await page.evaluate(painted)
  await page.evaluate(atRest)
  // Evaluated by the debugger, so the page's own CSP stays unchanged.
  await page.evaluate(await readFile(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${impact ?? 'unrated'} ${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
