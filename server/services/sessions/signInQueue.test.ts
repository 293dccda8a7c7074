import { createSignInQueue, type QueueLimits } from './signInQueue'

const limits: QueueLimits = { slots: 1, queued: 8, queuedPerAddress: 4, timeout: 10_000, retryAfter: 2 }

/** A queue whose one slot is taken, and the outcomes of later attempts. */
async function crowded() {
  const queue = createSignInQueue(limits)
  const leave = await queue.enter('192.0.2.1')
  const order: string[] = []
  const come = (address: string) =>
    queue.enter(address).then(
      (leaveAgain) => {
        order.push(address)
        setImmediate(leaveAgain)
        return 'in'
      },
      () => 'gives way',
    )
  return { leave, come, order }
}

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i))

test.each([
  ['one address', (index: number) => `203.0.113.${index % 2}`],
  ['one /24', (index: number) => `203.0.113.${index}`],
  ['one /16', (index: number) => `203.0.${index}.7`],
  [
    'a hundred networks everywhere, tried again and again',
    (index: number) => `${index % 100}.${index % 100}.0.7`,
  ],
  ['one /64', (index: number) => `2001:db8:1:2::${index}`],
  ['one /48', (index: number) => `2001:db8:1:${index}::1`],
  ['one /32', (index: number) => `2001:db8:${index}:2::1`],
])('[TRUST-41] a flood from %s gives way to a newcomer, who comes first', async (_what, addressOf) => {
  const { leave, come, order } = await crowded()
  const flood = times(400, addressOf).map(come)
  const newcomers = ['198.51.100.9', '2400:cb00::9'].map(come)
  leave()
  expect(await Promise.all(newcomers)).toEqual(['in', 'in'])
  expect(new Set(order.slice(0, 2))).toEqual(new Set(['198.51.100.9', '2400:cb00::9']))
  const outcomes = await Promise.all(flood)
  expect(outcomes.filter((outcome) => outcome === 'in').length).toBeLessThanOrEqual(limits.queued)
})

test('[TRUST-41] a client with a few attempts is not treated as a flood', async () => {
  const { leave, come, order } = await crowded()
  for (const address of times(300, (index) => `203.0.${index % 100}.${index % 250}`)) void come(address)
  const again = ['198.51.100.9', '198.51.100.9', '198.51.100.9'].map(come)
  leave()
  expect(await Promise.all(again)).toEqual(['in', 'in', 'in'])
  expect(order.slice(0, 3)).toEqual(Array(3).fill('198.51.100.9'))
})
