import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { painted } from './screenshots'

/** The rules of WCAG 2.2 AA, and those that are good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Until nothing moves that comes to an end: colours half-way through a fade say nothing of the page. What has ended
 * may be listed on, as long as it keeps its last frame; waiting for it would end at once, again and again.
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

/** What axe finds wrong on a page once it is at rest: one line for each rule, with the elements that break it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(painted)
  await page.evaluate(atRest)
  // Evaluated from outside, so the page's own content security policy stays as strict as it is.
  await page.evaluate(await readFile(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${impact ?? 'unrated'} ${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
