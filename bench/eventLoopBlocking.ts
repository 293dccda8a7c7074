/** How long the server is blocked while it reads one body, and how that grows with the body. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../server/app'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialects'
import { migrate } from '../server/db/migrate'
import { fillDemo } from '../server/demo/fill'
import { createSessions } from '../server/services/sessions'
import { loadSecrets } from '../server/kit/crypto/secrets'
import type { Figures } from './figures'
import { signInAsBroker } from './signIn'

/** Repetitions of each body; the fastest counts, because other processes only add to it. */
const rounds = 5

interface BlockingTime {
  status: number
  /** Milliseconds until the answer. */
  time: number
  /** Milliseconds, the longest time in which the event loop was blocked. */
  block: number
}
type Post = (url: string, body: string) => Promise<BlockingTime>

/** The address and the content of a body of so many kilobytes (1000 bytes). */
export type Shape = (kilobytes: number) => readonly [url: string, body: string]

/** Milliseconds by shape and size. `growth` is the time per size, relative to the smallest: 1 for linear growth. */
export const measureGrowth = (
  shapes: Record<string, Shape>,
  sizes: readonly [number, ...number[]],
): Promise<Figures> =>
  withServer(async (post) => {
    // Code that is not compiled yet is slower.
    for (const shape of Object.values(shapes)) await post(...shape(10))
    const figures: Figures = []
    for (const [name, shape] of Object.entries(shapes)) {
      const times: BlockingTime[] = []
      for (const size of sizes) times.push(await post(...shape(size)))
      const [small = 0, ...larger] = times.map(({ time }) => time)
      const growth = larger.map((time, index) => (time / small) * (sizes[0] / (sizes[index + 1] ?? 1)))
      figures.push({
        shape: name,
        answers: times.map(({ status }) => status).join(' '),
        ...Object.fromEntries(times.map(({ time }, index) => [`${sizes[index]} kB ms`, round(time)])),
        growth: round(Math.max(...growth)),
        'longest block ms': round(Math.max(...times.map(({ block }) => block))),
      })
    }
    return figures
  })

const round = (value: number): number => Math.round(value * 100) / 100

/** Runs a server for `measure`, with a few records in its database. */
async function withServer<T>(measure: (post: Post) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'citygate-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: '' })
  const database = openDatabase(config)
  await migrate(database)
  await fillDemo(database, { opportunities: 20, today: new Date('2026-11-21T00:00:00Z') })
  const secrets = await loadSecrets(config, database)
  const sessions = createSessions(database, secrets, [])
  const app = await buildApp({ config, database, sessions, secrets, publicDir: '' })
  const access = await signInAsBroker(sessions)
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }

  const once = async (url: string, payload: string): Promise<BlockingTime> => {
    const start = performance.now()
    let last = start
    let block = 0
    let isOver = false as boolean
    const tick = () => {
      const now = performance.now()
      block = Math.max(block, now - last)
      last = now
      if (!isOver) setImmediate(tick)
    }
    setImmediate(tick)
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload })
    isOver = true
    tick()
    return { status: statusCode, time: last - start, block }
  }
  const post: Post = async (url, body) => {
    const times: BlockingTime[] = []
    for (let round = 0; round < rounds; round++) times.push(await once(url, body))
    const [first] = times
    return {
      status: first?.status ?? 0,
      time: Math.min(...times.map(({ time }) => time)),
      block: Math.min(...times.map(({ block }) => block)),
    }
  }
  const found = await measure(post)
  await app.close()
  await database.db.destroy()
  rmSync(dataDir, { recursive: true })
  return found
}
