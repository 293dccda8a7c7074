import { turnsDuring } from '../../testing/turns'
import { sanitizeHtml } from '../richText'
import { createTurnLimiter } from './turnLimiter'

test('[TRUST-25] callers that come together pass in order, some in each turn of the event loop', async () => {
  const pass = createTurnLimiter(5)
  const passed: number[] = []
  const turns = await turnsDuring(() =>
    Promise.all(Array.from({ length: 20 }, (_, index) => pass().then(() => passed.push(index)))),
  )
  expect(turns).toBeGreaterThanOrEqual(4)
  expect(passed).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('[TRUST-25] long rich texts that come together are read at a turn of the event loop each', async () => {
  const text = '<p>Asked for 1,200 dth.</p>'.repeat(200)
  const turns = await turnsDuring(() => Promise.all(Array.from({ length: 20 }, () => sanitizeHtml(text))))
  expect(turns).toBeGreaterThanOrEqual(20)
})
