import { loadAhead } from './ahead'
import { framedPageAt, lightPageAt } from './pages'

it.each([
  ['/schedule-working', lightPageAt],
  ['/logout', lightPageAt],
  ['/mpg/tags', framedPageAt],
] as const)('fetches the page at %s before it is drawn', async (pathname, pageAt) => {
  expect(pageAt(pathname)?.isThere()).toBe(false)
  expect(await loadAhead(pathname)).toHaveProperty('Page')
  expect(pageAt(pathname)?.isThere()).toBe(true)
})
