import { install } from '@sinonjs/fake-timers'
import { createBackoff } from './backoff'

let clock: ReturnType<typeof install>
beforeEach(() => {
  clock = install()
})
afterEach(() => {
  clock.uninstall()
})

test('[TRUST-25] held requests go one after the other, and none is held for ever', async () => {
  const backoff = createBackoff(10, 30)
  let gone = 0
  const hold = () => void backoff().then(() => gone++)
  const after = async (milliseconds: number) => {
    await clock.tickAsync(milliseconds)
    return gone
  }
  for (let count = 0; count < 6; count++) hold()
  expect(await after(9)).toBe(0)
  expect(await after(1)).toBe(1)
  expect(await after(10)).toBe(2)
  expect(await after(10)).toBe(6)
  hold()
  expect(await after(10)).toBe(7)
})
