/** How long the server answers nobody while it reads one body, and how that grows with the body. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../server/app'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialect'
import { migrate } from '../server/db/migrations'
import { fillDemo } from '../server/demo/fill'
import { createSessions } from '../server/sessions'
import { loadSecrets } from '../server/sessions/secrets'
import type { Figures } from './figures'

/** How often each body is sent; the quickest counts, because other programs only ever add to it. */
const rounds = 5

interface Hold {
  status: number
  /** Milliseconds until the answer. */
  time: number
  /** Milliseconds, the longest in which nothing else could run. */
  hold: number
}
type Post = (url: string, body: string) => Promise<Hold>

/** Where a body of so many kilobytes (1000 bytes) is sent, and what it is. */
export type Shape = (kilobytes: number) => readonly [url: string, body: string]

/**
 * Milliseconds by shape and size. `growth` is the time by the size, against the smallest: 1 where it grows as the size
 * does.
 */
export const growths = (
  shapes: Record<string, Shape>,
  sizes: readonly [number, ...number[]],
): Promise<Figures> =>
  withServer(async (post) => {
    // What is not yet compiled is slower than it will ever be again.
    for (const shape of Object.values(shapes)) await post(...shape(10))
    const figures: Figures = []
    for (const [name, shape] of Object.entries(shapes)) {
      const holds: Hold[] = []
      for (const size of sizes) holds.push(await post(...shape(size)))
      const [small = 0, ...larger] = holds.map(({ time }) => time)
      const growth = larger.map((time, index) => (time / small) * (sizes[0] / (sizes[index + 1] ?? 1)))
      figures.push({
        shape: name,
        answers: holds.map(({ status }) => status).join(' '),
        ...Object.fromEntries(holds.map(({ time }, index) => [`${sizes[index]} kB ms`, round(time)])),
        growth: round(Math.max(...growth)),
        'longest hold ms': round(Math.max(...holds.map(({ hold }) => hold))),
      })
    }
    return figures
  })

const round = (value: number): number => Math.round(value * 100) / 100

/** Runs a server of its own for `measure`, with a few records in its database. */
async function withServer<T>(measure: (post: Post) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'citygate-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: '' })
  const database = openDatabase(config)
  await migrate(database)
  await fillDemo(database, { opportunities: 20, today: new Date('2026-11-21T00:00:00Z') })
  const secrets = await loadSecrets(config, database)
  const sessions = createSessions(database, secrets)
  const app = await buildApp({ config, database, sessions, secrets, publicDir: '' })
  const { access } = await sessions.signIn(
    { username: 'broker', password: 'citygate-demo-2026', remember: true },
    { address: '127.0.0.1', requestId: 'bench' },
  )
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }

  const once = async (url: string, payload: string): Promise<Hold> => {
    const start = performance.now()
    let last = start
    let hold = 0
    let isOver = false as boolean
    const look = () => {
      const now = performance.now()
      hold = Math.max(hold, now - last)
      last = now
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload })
    isOver = true
    look()
    return { status: statusCode, time: last - start, hold }
  }
  const post: Post = async (url, body) => {
    const holds: Hold[] = []
    for (let round = 0; round < rounds; round++) holds.push(await once(url, body))
    const [first] = holds
    return {
      status: first?.status ?? 0,
      time: Math.min(...holds.map(({ time }) => time)),
      hold: Math.min(...holds.map(({ hold }) => hold)),
    }
  }
  const found = await measure(post)
  await app.close()
  await database.db.destroy()
  rmSync(dataDir, { recursive: true })
  return found
}
