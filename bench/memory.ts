/**
 * The memory of the server's process: at rest, and while fifty clients read and write for ten minutes.
 * BENCH_OPPORTUNITIES sets the size, BENCH_MINUTES the duration.
 */
import { execFileSync } from 'node:child_process'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct, type Product } from '../e2e/product'
import { contract } from '../src/contract'
import { ask, round, signIn } from './asking'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 10_000)
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10)
const clients = 50
/** Milliseconds after its start at which a server is at rest. */
export const rest = 5_000
/** Samples during the load. */
const looks = 20

const { path: deals } = contract.opportunities
const expand = 'expand=created_by,modified_by,tags,organizations,bids'

/** The requests of a client, in turn, each time with another number. */
const questions: ((number: number) => { address: string; method?: string; body?: object })[] = [
  (number) => ({ address: `${deals}?limit=10&expand=tags&offset=${(number * 7_919) % opportunities}` }),
  (number) => ({ address: `${deals}?limit=100&expand=created_by,modified_by,tags&q=${letters(number)}` }),
  (number) => ({ address: `${deals}${1 + ((number * 104_729) % opportunities)}/?${expand}` }),
  (number) => ({ address: deals, method: 'POST', body: { opportunity_name: `Written ${number}` } }),
  (number) => ({
    address: `${deals}${1 + ((number * 7_919) % opportunities)}/`,
    method: 'PATCH',
    body: { notes: `Written ${number}` },
  }),
]
const letters = (number: number): string =>
  [number, number * 7, number * 13].map((each) => String.fromCharCode(97 + (each % 26))).join('')

/**
 * Megabytes (10⁶ bytes) at rest, the maximum under load, and at its end; `half` is the maximum of the load's first
 * half.
 */
export async function memory(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) figures.push(await measured(seeded))
  return figures
}

async function measured({ name: database, env }: Seeded): Promise<Figures[number]> {
  const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'warn', ...env })
  try {
    await wait(rest)
    const idle = megabytes(product)
    const end = performance.now() + minutes * 60_000
    const [{ answered, refused }, seen] = await Promise.all([busy(product.url, end), watched(product)])
    return {
      database,
      'idle MB': idle,
      'half MB': Math.max(...seen.slice(0, looks / 2)),
      'most MB': Math.max(...seen),
      'end MB': seen.at(-1) ?? 0,
      minutes,
      answered,
      refused,
    }
  } finally {
    await product.stop()
  }
}

async function watched(product: Product): Promise<number[]> {
  const seen: number[] = []
  while (seen.length < looks) {
    await wait((minutes * 60_000) / looks)
    seen.push(megabytes(product))
  }
  return seen
}

/** The resident memory of the process, as reported by the system. */
export const megabytes = (product: Product): number =>
  round((Number(execFileSync('ps', ['-o', 'rss=', '-p', String(product.pid())])) * 1_024) / 1e6)

async function busy(url: string, end: number): Promise<{ answered: number; refused: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const found = { answered: 0, refused: 0 }
  let number = Math.floor(Math.random() * 1_000_000)
  let session = signIn(url, 'broker')
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const { address, ...question } = questions[number % questions.length]?.(number++) ?? {
          address: deals,
        }
        const own = session
        const { status } = await ask(agent, url + address, await own, question)
        // An access token expires before the load ends.
        if (status === 401 && own === session) session = signIn(url, 'broker')
        else if (status < 300) found.answered++
        else if (status !== 401) found.refused++
      }
    }),
  )
  agent.destroy()
  return found
}
