import type { JSHandle, Page } from 'playwright-core'

/** Above any page's number of tab stops; reaching it means a loop. */
const mostStops = 250

/** Undefined after a full round; else the element that covers the focused one, '' for none. */
const coverOfFocus = async (seen: Set<Element>) => {
  // Waits for pending focus changes.
  await new Promise(requestAnimationFrame)
  const focused = document.activeElement
  if (!focused || focused === document.body || seen.has(focused)) return undefined
  seen.add(focused)
  const { left, top, width, height } = focused.getBoundingClientRect()
  /** A fixed or sticky bar or dialog at a point. */
  const barAt = (x: number, y: number) => {
    for (let hit = document.elementFromPoint(x, y); hit; hit = hit.parentElement) {
      if (hit.contains(focused)) return undefined
      if (['sticky', 'fixed'].includes(getComputedStyle(hit).position)) return hit
    }
    return undefined
  }
  // Of tall elements, the upper part.
  const bars = [0.1, 0.5, 0.9].map((part) => barAt(left + width / 2, top + Math.min(height, 60) * part))
  const bar = bars.find((each) => each !== undefined)
  return bar ? `${focused.tagName} ${focused.id || (focused.textContent ?? '')} below ${bar.className}` : ''
}

/** Tabs through a page from start to end: the tab stops that a bar covers in part or whole. */
export async function hiddenStops(page: Page): Promise<string[]> {
  const seen: JSHandle<Set<Element>> = await page.evaluateHandle(() => new Set<Element>())
  const hidden: string[] = []
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const cover = await page.evaluate(coverOfFocus, seen)
    // The browser's own tab stop between the end of a page and its start.
    if (cover === undefined && stop > 0) return hidden
    if (cover) hidden.push(cover)
  }
  return [...hidden, `more than ${mostStops} stops`]
}
