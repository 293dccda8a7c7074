import path from 'node:path'
import type { Page } from 'playwright-core'

/** Folder of the screenshots; not in the repository. */
export const folder = path.resolve('dist/screenshots')

/** Widths of the screenshots in CSS pixels, with their heights. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
/** Minimum width without horizontal scrolling. */
export const narrowest = { width: 320, height: 640 }

const schemes = ['light', 'dark'] as const

/** Waits for a paint of the last change: theme and layout follow an event of the frame before. */
export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** A combination of size and theme. */
export interface Showing {
  size: (typeof sizes)[number]
  colorScheme: (typeof schemes)[number]
}

/** Shows the page in every size and theme, one after the other, and restores the first. */
export async function showEverywhere(page: Page, see: (showing: Showing) => Promise<void>): Promise<void> {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(painted)
      await see({ size, colorScheme })
    }
  }
  // Motion stays reduced, so that animations do not affect what is checked next.
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** Saves a screenshot of the page for visual review, as NAME-WIDTH-SCHEME.png. */
export async function takeScreenshot(
  page: Page,
  name: string,
  { size, colorScheme }: Showing,
): Promise<void> {
  const file = path.join(folder, `${name}-${size.width}-${colorScheme}.png`)
  await page.screenshot({ path: file, animations: 'disabled' })
}

/** Screenshots of the page in every size and theme. */
export const takeScreenshots = (page: Page, name: string) =>
  showEverywhere(page, (showing) => takeScreenshot(page, name, showing))
