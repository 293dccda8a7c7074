import type { JSHandle, Page } from 'playwright-core'

/** So many stops no page has; whoever gets there goes round in circles. */
const mostStops = 250

/** Undefined once every stop has been seen; else what lies over the focused element, '' for nothing. */
const coverOfFocus = async (seen: Set<Element>) => {
  // What was under way to another place gets there.
  await new Promise(requestAnimationFrame)
  const focused = document.activeElement
  if (!focused || focused === document.body || seen.has(focused)) return undefined
  seen.add(focused)
  const { left, top, width, height } = focused.getBoundingClientRect()
  /** A bar or a dialog that keeps its place while the page below it is scrolled. */
  const barAt = (x: number, y: number) => {
    for (let hit = document.elementFromPoint(x, y); hit; hit = hit.parentElement) {
      if (hit.contains(focused)) return undefined
      if (['sticky', 'fixed'].includes(getComputedStyle(hit).position)) return hit
    }
    return undefined
  }
  // Of what is high, the part where one begins.
  const bars = [0.1, 0.5, 0.9].map((part) => barAt(left + width / 2, top + Math.min(height, 60) * part))
  const bar = bars.find((each) => each !== undefined)
  return bar ? `${focused.tagName} ${focused.id || (focused.textContent ?? '')} below ${bar.className}` : ''
}

/** Goes through a page with Tab, from its start to its end: every stop that a bar hides in part or whole. */
export async function hiddenStops(page: Page): Promise<string[]> {
  const seen: JSHandle<Set<Element>> = await page.evaluateHandle(() => new Set<Element>())
  const hidden: string[] = []
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const cover = await page.evaluate(coverOfFocus, seen)
    // The browser's own stop between the end of a page and its start.
    if (cover === undefined && stop > 0) return hidden
    if (cover) hidden.push(cover)
  }
  return [...hidden, `more than ${mostStops} stops`]
}
