/**
 * Creates and changes by one client and by fifty, on one server and on two on one PostgreSQL, and the delays of other
 * requests while the tag of very many opportunities is renamed or deleted. BENCH_OPPORTUNITIES sets the size.
 */
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../e2e/product'
import { contract } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { ask, quantile, round, signIn } from './asking'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 10_000)
/** Milliseconds of each kind of write, and of the warm-up of each server. */
const time = 4_000
const warmingUp = 8_000
const clients = 50
/** Deals with the tag that is deleted. */
const tagged = 3_000
/** Milliseconds between two requests during a rename or a deletion. */
const pause = 5
const { path } = contract.opportunities

type Write = (number: number) => { method: string; path: string; body: object }

const kinds: Record<string, Write> = {
  create: (number) => ({
    method: 'POST',
    path,
    body: {
      opportunity_name: `Written ${number}`,
      tags: [1 + (number % 3)],
      organizations: [number % 500 || 1],
    },
  }),
  change: (number) => ({
    method: 'PATCH',
    path: `${path}${1 + ((number * 7_919) % opportunities)}/`,
    body: { notes: `Written ${number}` },
  }),
}

/** Medians in milliseconds and requests a second, on both databases. */
export async function writes(): Promise<Figures> {
  const figures: Figures = []
  for (const { name, env } of await seededDatabases(opportunities))
    for (const servers of name === 'PostgreSQL' ? [1, 2] : [1])
      figures.push(await measured(name, env, servers))
  return figures
}

async function measured(name: string, env: Seeded['env'], count: number): Promise<Figures[number]> {
  // Files stay with the first one; nothing here writes any.
  const { DATA_DIR, ...shared } = env
  const products = [await startProduct({ DEMO: '0', LOG_LEVEL: 'warn', ...shared, DATA_DIR })]
  try {
    while (products.length < count)
      products.push(await startProduct({ DEMO: '0', LOG_LEVEL: 'warn', ...shared }))
    const urls = products.map(({ url }) => url)
    const token = await signIn(urls[0] ?? '', 'broker')
    const figures: Figures[number] = { database: name, servers: count }
    for (const [kind, write] of Object.entries(kinds)) {
      // One after the other: two that share the time would be half as warm.
      for (const url of urls) await repeated([url], token, write, clients, warmingUp)
      figures[`${kind} ms`] = round(quantile(await repeated(urls, token, write, 1), 0.5))
      figures[`${kind}s a second`] = round(
        (await repeated(urls, token, write, clients)).length / (time / 1_000),
      )
    }
    const [url = ''] = urls
    return { ...figures, ...(await renamed(url, token)), ...(await deleted(url, token)) }
  } finally {
    for (const product of products) await product.stop()
  }
}

/** Repeats a write, and returns the durations. */
async function repeated(
  urls: readonly string[],
  token: string,
  write: Write,
  many: number,
  during = time,
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: many })
  const times: number[] = []
  const end = performance.now() + during
  let number = Math.floor(Math.random() * 1_000_000)
  await Promise.all(
    Array.from({ length: many }, async (_, index) => {
      while (performance.now() < end) {
        const { path: address, ...question } = write(number++)
        times.push(await timed(agent, `${urls[index % urls.length]}${address}`, token, question))
      }
    }),
  )
  agent.destroy()
  return times
}

/**
 * Runs a change of very many records, together with a write and a cheap read.
 * @returns the longest durations of these two, in milliseconds.
 */
export async function measureAlongside(url: string, token: string, act: () => Promise<unknown>) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
  let isOver = false
  const waits = async (question: () => Promise<unknown>) => {
    const times: number[] = []
    while (!isOver) {
      const start = performance.now()
      await question()
      times.push(performance.now() - start)
      await wait(pause)
    }
    return round(quantile(times, 1))
  }
  let number = 0
  const write = kinds['change']
  const longest = Promise.all([
    waits(async () => {
      const { path: address, ...question } = write?.(number++) ?? { path: '' }
      await ask(agent, url + address, token, question)
    }),
    waits(() => ask(agent, `${url}/healthz`, '')),
  ])
  try {
    await act()
    await wait(10 * pause)
  } finally {
    isOver = true
    await longest
    agent.destroy()
  }
  const [others, healthz] = await longest
  return { others, healthz }
}

/** Renames the most used tag, to the first place of the order and back. */
async function renamed(url: string, token: string): Promise<Figures[number]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const list = async <T>(address: string) =>
    JSON.parse((await ask(agent, url + address, token)).text) as ListAnswer<T>
  const tags = (await list<{ tag_id: number; name: string }>(contract.tags.path)).results
  const counts: { tag_id: number; name: string; count: number }[] = []
  for (const tag of tags)
    counts.push({ ...tag, count: (await list(`${path}?limit=1&tags=${tag.tag_id}`)).count })
  const [tag] = counts.sort((a, b) => b.count - a.count)
  if (!tag) throw new Error('There are no tags.')
  const took: number[] = []
  const { others, healthz } = await measureAlongside(url, token, async () => {
    for (const name of [`A ${tag.name}`, tag.name]) {
      const body = { name }
      took.push(
        await timed(agent, `${url}${contract.tags.path}${tag.tag_id}/`, token, { method: 'PATCH', body }),
      )
      await wait(10 * pause)
    }
  })
  agent.destroy()
  return {
    renamed: tag.count,
    'rename ms': round(quantile(took, 1)),
    'others waited ms': others,
    'healthz waited ms': healthz,
  }
}

/** Deletes a tag of very many new deals. */
async function deleted(url: string, token: string): Promise<Figures[number]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const body = { name: `Deleted ${Date.now()}`, color: '#1d4ed8', description: 'Of very many' }
  const { status, text } = await ask(agent, url + contract.tags.path, token, { body })
  if (status !== 201) throw new Error(text)
  const { tag_id } = JSON.parse(text) as { tag_id: number }
  const deals = Array.from({ length: tagged }, (_, number) => ({
    opportunity_name: `Tagged ${number}`,
    tags: [tag_id],
  }))
  await Promise.all(deals.map((deal) => timed(agent, url + path, token, { body: deal })))
  let took = 0
  const { others, healthz } = await measureAlongside(url, token, async () => {
    took = await timed(agent, `${url}${contract.tags.path}${tag_id}/`, token, { method: 'DELETE' })
  })
  agent.destroy()
  return {
    deleted: tagged,
    'delete ms': round(took),
    'others waited for it ms': others,
    'healthz waited for it ms': healthz,
  }
}

/** Milliseconds until an answer. */
async function timed(...question: Parameters<typeof ask>): Promise<number> {
  const start = performance.now()
  const { status, text } = await ask(...question)
  if (status >= 300) throw new Error(`${question[1]}: ${text}`)
  return performance.now() - start
}
