/**
 * Changes of 10,000 records at once beside single PATCHes in the same run, with the longest waits of others meanwhile. BENCH_OPPORTUNITIES
 * sets the size.
 */
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../e2e/product'
import { contract } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { bulkChangesPath, type BulkChange, type BulkOrder } from '../src/contract/bulkChanges'
import { ask, round, signIn } from './asking'
import type { Figures } from './figures'
import { seededDatabases } from './seeded'
import { measureAlongside } from './writes'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 10_000)
/** Single changes by one client, one after the other. */
const singles = 1_000
/** Records that go to the trash and come back. */
const trashed = 1_000
const { path } = contract.opportunities

/** Seconds, records a second, and longest waits in milliseconds, on both databases. */
export async function bulk(): Promise<Figures> {
  const figures: Figures = []
  for (const { name, env } of await seededDatabases(opportunities)) {
    const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'warn', ...env })
    try {
      figures.push(...(await measured(name, product.url)))
    } finally {
      await product.stop()
    }
  }
  return figures
}

async function measured(database: string, url: string): Promise<Figures> {
  const token = await signIn(url, 'broker')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
  const call = async <T>(address: string, body?: object, method?: string): Promise<T> => {
    const { status, text } = await ask(agent, url + address, token, {
      ...(body && { body }),
      ...(method !== undefined && { method }),
    })
    if (status >= 300) throw new Error(`${address}: ${status} ${text}`)
    return JSON.parse(text) as T
  }
  const { results } = await call<ListAnswer<{ opportunity_id: number }>>(`${path}?limit=${singles}`)
  const ids = results.map(({ opportunity_id }) => opportunity_id)
  /** Records a second, one change after the other. */
  const patched = async (sales_represented: string) => {
    const start = performance.now()
    for (const id of ids) await call(`${path}${id}/`, { sales_represented }, 'PATCH')
    return (1_000 * singles) / (performance.now() - start)
  }
  await patched('Warm')

  const ended = async (id: number): Promise<BulkChange> => {
    for (;;) {
      const change = await call<BulkChange>(`${bulkChangesPath}${id}/`)
      if (change.ended_at !== null) return change
      await wait(200)
    }
  }
  const rate = await patched(`Single ${Date.now()}`)
  const row = async (
    what: string,
    act: () => Promise<BulkChange>,
    isAlone = true,
  ): Promise<Figures[number]> => {
    let change: BulkChange | undefined
    let seconds = 0
    const timed = async () => {
      const start = performance.now()
      change = await act()
      seconds = (performance.now() - start) / 1_000
    }
    const waits = isAlone ? (await timed(), undefined) : await measureAlongside(url, token, timed)
    const done = what.startsWith('undo') ? (change?.counts.undone ?? 0) : (change?.counts.changed ?? 0)
    return {
      database,
      what,
      records: done,
      seconds: round(seconds),
      'a second': Math.round(done / seconds),
      'PATCHes a second': Math.round(rate),
      ratio: round(done / seconds / rate),
      'others waited ms': waits?.others ?? '',
      'healthz waited ms': waits?.healthz ?? '',
    }
  }
  const begin = async (order: Partial<BulkOrder> & object) =>
    ended((await call<BulkChange>(bulkChangesPath, { list: 'opportunities', ...order })).bulk_change_id)
  let last = 0
  const noted = async (work: Promise<BulkChange>) => {
    const change = await work
    last = change.bulk_change_id
    return change
  }
  const undo = async () =>
    ended((await call<BulkChange>(`${bulkChangesPath}${last}/undo/`, {})).bulk_change_id)
  const all = { query: {}, count: 1_000_000 }
  const some = { ids: ids.slice(0, trashed) }
  const figures: Figures = []
  const value = `Bulk ${Date.now()}`
  const named = (text: string) => () =>
    noted(begin({ action: 'set', field: 'sales_represented', value: text, ...all }))
  figures.push(
    await row('one field of all', named(value)),
    await row('undo of it', undo),
    await row('a tag to all', () => noted(begin({ action: 'add', field: 'tags', value: [1], ...all }))),
    await row('undo of that', undo),
    await row('to the trash', () => noted(begin({ action: 'delete', ...some }))),
    await row('undo of the trash', undo),
    await row('one field beside others', named(`${value} again`), false),
  )
  agent.destroy()
  return figures
}
