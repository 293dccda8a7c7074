/** Each check of `npm run trust` does one round here, with a fault between it and the product that it must notice. */
import { dealsPath } from './client'
import { randomOf, type CheckName } from './check'
import { checks } from './checks'
import { jsonReply, type Fault, type PassedRequest } from './proxy'

const isCreate = ({ method, path }: PassedRequest) => method === 'POST' && path === dealsPath
/** Every so many times. */
const sometimes = (every: number) => {
  let count = 0
  return () => ++count % every === 0
}
const isThird = sometimes(3)
const isTwentieth = sometimes(20)

const faults: Record<CheckName, { title: string; fault: Fault }> = {
  'kill -9': {
    title: 'changes that are confirmed and not stored',
    fault: { request: ({ method }) => (method === 'PATCH' && isThird() ? jsonReply(200, {}) : undefined) },
  },
  'full disk': {
    title: 'a refused write that is confirmed',
    fault: {
      reply: (request, reply) => {
        if (isCreate(request) && reply.status === 507)
          Object.assign(reply, jsonReply(201, { opportunity_id: 999_999 }))
      },
    },
  },
  'cut connections': {
    title: 'creates that are confirmed and never made',
    fault: { request: (request) => (isCreate(request) ? jsonReply(201, { opportunity_id: 1 }) : undefined) },
  },
  'clock jumps': {
    title: 'a session that ends',
    fault: { request: ({ path }) => (path.endsWith('/refresh/') ? jsonReply(401, {}) : undefined) },
  },
  duplicates: {
    title: 'keys that do not arrive',
    fault: {
      request: ({ headers }) => {
        delete headers['idempotency-key']
        return undefined
      },
    },
  },
  'concurrent edits': {
    title: 'versions that do not arrive',
    fault: {
      request: ({ headers }) => {
        delete headers['if-match']
        return undefined
      },
    },
  },
  'generated requests': {
    title: 'failures of the server',
    fault: { request: () => (isTwentieth() ? jsonReply(500, { detail: 'Failed.' }) : undefined) },
  },
  'hostile texts': {
    title: 'a page whose scripts run',
    fault: {
      reply: (_request, reply) => {
        if (!reply.headers['content-type']?.includes('text/html')) return
        delete reply.headers['content-security-policy']
        reply.body = Buffer.from(
          reply.body.toString().replace('</head>', '<script>window.__ran = 1</script></head>'),
        )
      },
    },
  },
}

test.each(checks)(
  '[TRUST-29, TRUST-40] the check "$name" notices its planted fault',
  async ({ name, run }) => {
    const seed = 1
    const { fault, title } = faults[name]
    const outcome = await run({
      env: {},
      seed,
      random: randomOf(seed),
      hasTime: () => false,
      requests: 200,
      fault,
    })
    if (outcome.skipped === undefined)
      expect({ title, noticed: outcome.faults.length > 0 }).toEqual({ title, noticed: true })
  },
)
