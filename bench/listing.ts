/**
 * What one list of everything adds to the memory of the server's process, beside the same process at rest.
 * BENCH_OPPORTUNITIES sets the size.
 */
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../e2e/product'
import { contract } from '../src/contract'
import { ask, round, signIn } from './asking'
import type { Figures } from './figures'
import { megabytes, rest } from './memory'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 100_000)
/** How often all of it is listed: the process keeps what it has once taken. */
const rounds = 3
/** Milliseconds between two looks. */
const pause = 50

/** Megabytes (10⁶ bytes) at rest, and the most that each of the lists has added. */
export async function listing(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) figures.push(await measured(seeded))
  return figures
}

async function measured({ name: database, env }: Seeded): Promise<Figures[number]> {
  const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'warn', ...env })
  try {
    const agent = new http.Agent({ keepAlive: true })
    const token = await signIn(product.url, 'broker')
    const list = async (limit: number) => {
      const address = `${product.url}${contract.opportunities.path}?limit=${limit}&expand=created_by,modified_by,tags`
      const { status, text } = await ask(agent, address, token)
      if (status !== 200) throw new Error(text)
    }
    await list(10)
    await wait(rest)
    const idle = megabytes(product)
    const added: number[] = []
    for (let count = 0; count < rounds; count++) {
      let most = idle
      const watch = setInterval(() => (most = Math.max(most, megabytes(product))), pause)
      await list(999_999_999)
      clearInterval(watch)
      added.push(round(most - idle))
    }
    return { database, 'idle MB': idle, 'added MB': added.join(', '), 'most added MB': Math.max(...added) }
  } finally {
    await product.stop()
  }
}
