import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules of WCAG 2.2 AA, and those that are good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong on a page as it stands: one line for each rule, with the elements that break it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Evaluated from outside, so the page's own content security policy stays as strict as it is.
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${impact ?? 'unrated'} ${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
