import path from 'node:path'
import type { Page } from 'playwright-core'

/** Where the pictures are kept; not in the repository. */
export const folder = path.resolve('dist/screenshots')

/** Widths at which every screen is looked at, in CSS pixels, with a height that goes with them. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
/** Down to here no page may scroll sideways. */
export const narrowest = { width: 320, height: 640 }

const schemes = ['light', 'dark'] as const

/** Until what was asked for last is on the screen: theme and layout follow an event of the frame before. */
export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** One of the ways in which a page is shown. */
export interface Showing {
  size: (typeof sizes)[number]
  colorScheme: (typeof schemes)[number]
}

/** Shows the page in every size and theme, one after the other; ends as it began. */
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
  // Motion stays reduced: what opens next is judged as it stands, not on its way.
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** Keeps a picture of the page, to be looked at by people, as NAME-WIDTH-SCHEME.png. */
export async function takeScreenshot(
  page: Page,
  name: string,
  { size, colorScheme }: Showing,
): Promise<void> {
  const file = path.join(folder, `${name}-${size.width}-${colorScheme}.png`)
  await page.screenshot({ path: file, animations: 'disabled' })
}

/** Pictures of the page in every size and theme. */
export const takeScreenshots = (page: Page, name: string) =>
  showEverywhere(page, (showing) => takeScreenshot(page, name, showing))
