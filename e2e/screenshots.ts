import path from 'node:path'
import type { Page } from 'playwright-core'

const folder = path.join(__dirname, '../dist/screenshots')

/** Widths at which every screen is looked at, in CSS pixels, with a height that goes with them. */
export const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
export const schemes = ['light', 'dark'] as const

/** Until what was asked for last is on the screen: theme and layout follow an event of the frame before. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** Keeps a picture of the page, to be looked at by people, as NAME-WIDTH-SCHEME.png. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(painted)
      const file = path.join(folder, `${name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path: file, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}
