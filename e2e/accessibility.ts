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

/** Whether no dialog or menu opens or closes: before its animation plays it is paused for some frames, and small. */
const isSettled = () =>
  ![...document.querySelectorAll('[class*="ant-"]')].some(({ classList }) =>
    [...classList].some((name) => /^ant-.*-(?:appear|enter|leave)$/.test(name)),
  )

/**
 * Whether a pointer reaches the middle of an element: of what is scrolled out in part, or lies behind a dialog, axe measures the
 * space that is left.
 */
const isReached = (selector: string) => {
  const element = document.querySelector(selector)
  if (!element) return false
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}

/** axe's findings on a page once animations have ended: one line for each rule, with the failing elements. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(painted)
  await page.evaluate(atRest)
  // On a busy machine the animation of a dialog starts some frames after the dialog is there.
  await page.evaluate(painted)
  await page.waitForFunction(isSettled)
  await page.evaluate(atRest)
  // Evaluated by the debugger, so the page's own CSP stays unchanged.
  await page.evaluate(await readFile(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8'))
  // What holds is neither located nor carried over, which is more than half of the work.
  const options = JSON.stringify({ runOnly: tags, resultTypes: ['violations'] })
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  )
  const faults: string[] = []
  for (const { id, impact, help, nodes } of violations) {
    const places: string[] = []
    for (const place of nodes.map(({ target }) => target.join(' ')))
      if (id !== 'target-size' || (await page.evaluate(isReached, place))) places.push(place)
    if (places.length > 0) faults.push(`${impact ?? 'unrated'} ${id}: ${help} at ${places.join(', ')}`)
  }
  return faults
}
