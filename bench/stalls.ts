/**
 * How long /healthz and a list of 10 take during an attack on the server, beside their medians at rest, and how long
 * its event loop is blocked. The server, the attacker and the measuring client are processes of their own.
 * BENCH_OPPORTUNITIES sets the size.
 */
import { execFile } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startProduct } from '../e2e/product'
import { contract } from '../src/contract'
import { ask, quantile, round, signIn } from './asking'
import type { Figures } from './figures'
import { watchedLoop } from './loopDelay'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 10_000)
/** Milliseconds of measuring at rest. */
const quietTime = 3_000
/** Milliseconds between two requests. */
const pause = 10
const run = promisify(execFile)

/** The longest and the median times of both requests, on both databases, for each attack. */
export async function stalls(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) figures.push(...(await attacked(seeded)))
  return figures
}

const attack = async (...args: string[]): Promise<unknown> => {
  const { stdout } = await run(process.execPath, [
    'scripts/run.mjs',
    path.join('bench', 'attack.ts'),
    ...args,
  ])
  return JSON.parse(stdout)
}

async function attacked({ name: database, env }: Seeded): Promise<Figures> {
  const loop = watchedLoop()
  const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'silent', ...env, ...loop.env })
  const figures: Figures = []
  try {
    const attacker = await signIn(product.url, 'broker')
    const other = await signIn(product.url, 'team')
    for (const name of (await attack('names')) as string[]) {
      const quiet = await waits(product.url, other, wait(quietTime))
      await loop.longestHold()
      const work = attack(name, product.url, attacker)
      const under = await waits(product.url, other, work)
      figures.push({
        database,
        attack: name,
        'loop held ms': round(await loop.longestHold()),
        'healthz quiet ms': round(quantile(quiet.health, 0.5)),
        'healthz longest ms': round(quantile(under.health, 1)),
        'list quiet ms': round(quantile(quiet.list, 0.5)),
        'list p99 ms': round(quantile(under.list, 0.99)),
        'list longest ms': round(quantile(under.list, 1)),
        'list refused': under.refused,
        'attacker got': Object.entries((await work) as Record<string, number>)
          .map(([status, count]) => `${status === '0' ? 'nothing' : status}: ${count}`)
          .join(', '),
      })
    }
  } finally {
    await product.stop()
  }
  return figures
}

/** Sends both requests repeatedly until a promise settles. */
async function waits(url: string, token: string, until: Promise<unknown>) {
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  const found = { health: [] as number[], list: [] as number[], refused: 0 }
  const asking = async (address: string, times: number[]) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const start = performance.now()
      const { status } = await ask(agent, url + address, token)
      times.push(performance.now() - start)
      if (status !== 200) found.refused++
      await wait(pause)
    }
    agent.destroy()
  }
  await Promise.all([
    asking('/healthz', found.health),
    asking(`${contract.opportunities.path}?limit=10&expand=created_by,modified_by,tags`, found.list),
    over,
  ])
  return found
}
