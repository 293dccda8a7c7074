/**
 * Each check of `npm run trust` does a short round on the product as it is, in which it must find nothing, and one for each fault that is
 * planted between the two, which it must tell in its own words.
 */
import { startProduct, type Product } from '../e2e/product'
import { contract } from '../src/contract'
import { dealsPath } from './client'
import { randomOf, type Check, type CheckName } from './check'
import { checks } from './checks'
import { mayMount, noMount } from './disk'
import { jsonReply, type Fault, type PassedRequest } from './proxy'

const isCreate = ({ method, path }: PassedRequest) => method === 'POST' && path === dealsPath
const isChange = ({ method }: PassedRequest) => method === 'PATCH'
/** Every so many times. */
const sometimes = (every: number) => {
  let count = 0
  return () => ++count % every === 0
}
const isTwentieth = sometimes(20)

interface Planted {
  title: string
  fault: Fault
  /** One of the sentences that tell it. */
  told: RegExp
}

const planted: Record<CheckName, readonly Planted[]> = {
  'kill -9': [
    {
      title: 'changes that are confirmed and not stored',
      fault: {
        request: (request) => (isChange(request) ? jsonReply(200, {}) : undefined),
      },
      told: /^"kill [^"]*" was confirmed, "[^"]*" is there\.$/,
    },
    {
      title: 'creates that are confirmed and not stored',
      fault: {
        request: (request) => (isCreate(request) ? jsonReply(201, { opportunity_id: 999_999 }) : undefined),
      },
      told: /^Opportunity 999999, confirmed, is not there: 404\.$/,
    },
  ],
  'full disk': [
    {
      title: 'a refused write that is confirmed',
      fault: {
        reply: (request, reply) => {
          if (isCreate(request) && reply.status === 507)
            Object.assign(reply, jsonReply(201, { opportunity_id: 999_999 }))
        },
      },
      told: /^Opportunity 999999, confirmed, is answered by 404\.$/,
    },
  ],
  'cut connections': [
    {
      title: 'creates that are confirmed and never made',
      fault: {
        request: (request) => (isCreate(request) ? jsonReply(201, { opportunity_id: 1 }) : undefined),
      },
      told: /^"cut [^"]*" is there 0 times\.$/,
    },
  ],
  'clock jumps': [
    {
      title: 'a session that ends',
      fault: { request: ({ path }) => (path.endsWith('/refresh/') ? jsonReply(401, {}) : undefined) },
      told: /^The session ended as the clock was -?\d+ ms ahead: 401\.$/,
    },
    {
      title: 'a change that the clock keeps from being stored',
      fault: { request: (request) => (isChange(request) ? jsonReply(200, {}) : undefined) },
      told: /^A change was answered by 200, version (\d+) is followed by \1\.$/,
    },
  ],
  duplicates: [
    {
      title: 'keys that do not arrive',
      fault: {
        request: ({ headers }) => {
          delete headers['idempotency-key']
          return undefined
        },
      },
      told: /^One request made \d+ opportunities\.$/,
    },
  ],
  'concurrent edits': [
    {
      title: 'versions that do not arrive',
      fault: {
        request: ({ headers }) => {
          delete headers['if-match']
          return undefined
        },
      },
      told: /^\d+ changes were confirmed, \d+ count\.$/,
    },
  ],
  'generated requests': [
    {
      title: 'failures of the server',
      fault: { request: () => (isTwentieth() ? jsonReply(500, { detail: 'Failed.' }) : undefined) },
      told: /^[A-Z]+ \/[^]*: 500/,
    },
  ],
  'hostile texts': [
    {
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
      told: /^A script ran; seed \d+\.$/,
    },
    {
      title: 'a hole in what the sanitizer gives',
      fault: {
        reply: ({ path }, reply) => {
          if (path.startsWith(contract.notes.path))
            reply.body = Buffer.from(
              reply.body.toString().replaceAll('<p>After</p>', '<p onclick=window.__ran=1>After</p>'),
            )
        },
      },
      told: /^The server gives onclick="window\.__ran=1"; seed \d+\.$/,
    },
  ],
}

/** A product for all rounds of a check, since starting one takes longer than most rounds. */
function sharedProduct() {
  let product: Product | undefined
  return {
    start: async (...given: Parameters<typeof startProduct>) => {
      product ??= await startProduct(...given)
      return { ...product, stop: () => Promise.resolve() }
    },
    end: async () => product?.stop(),
  }
}

/** Does one round. Its names are of the seed: the records of the rounds before are still there. */
const round = ({ run }: Check, start: typeof startProduct, fault: Fault | null, seed: number) =>
  run({ env: {}, seed, random: randomOf(1), hasTime: () => false, requests: 100, fault, start })

/** Why a check cannot run on this machine, which its title says then: it shows nothing here. */
const obstacleOf = ({ name }: Check) => (name === 'full disk' && !mayMount() ? noMount : undefined)

test.each(
  checks.map((check) => {
    const obstacle = obstacleOf(check)
    const whatItDoes = 'finds nothing by itself, and tells its planted faults'
    return { check, name: check.name, obstacle, does: obstacle ?? whatItDoes }
  }),
)('[TRUST-29, TRUST-40] the check "$name": $does', async ({ check, obstacle }) => {
  const { start, end } = sharedProduct()
  try {
    const clean = await round(check, start, null, 1)
    expect({ faults: clean.faults, skipped: clean.skipped }).toEqual({ faults: [], skipped: obstacle })
    for (const [index, { title, fault, told }] of (obstacle ? [] : planted[check.name]).entries()) {
      const { faults } = await round(check, start, fault, index + 2)
      const isTold = faults.some((sentence) => told.test(sentence))
      expect({ title, faults: isTold ? [] : faults, isTold }).toEqual({ title, faults: [], isTold: true })
    }
  } finally {
    await end()
  }
})
