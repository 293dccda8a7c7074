/**
 * Lists, searches and sorts of 100,000 opportunities through the server, each as a ratio to the bare driver
 * running the very same statements in the same minute: what the server adds, whatever the machine.
 */
import http from 'node:http'
import path from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { contract } from '../src/contract'
import { startProduct } from '../e2e/product'
import { buildApp } from '../server/app'
import { readConfig, type Config } from '../server/config'
import { openDatabase } from '../server/db/dialect'
import { createSessions } from '../server/sessions'
import { loadSecrets } from '../server/sessions/secrets'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'

const opportunities = 100_000
/** How often each case is measured; the two sides take turns. */
const rounds = 40

interface Statement {
  text: string
  parameters: readonly unknown[]
}
type Bare = (statements: readonly Statement[]) => Promise<void>

const expand = 'expand=created_by,modified_by,tags'
const cases: Record<string, string> = {
  'list of 10': '',
  'page 500': 'offset=4990',
  'search of 3 letters': 'q=mil',
  'search of 12 letters': 'q=medical cent',
  'search of 2 letters': 'q=qu',
  'search of 1 letter': 'q=e',
  ...Object.fromEntries(
    contract.opportunities.orderings.flatMap((name) => [
      [`sort by ${name}`, `ordering=${name}`],
      [`sort by -${name}`, `ordering=-${name}`],
    ]),
  ),
}

/** Median times in milliseconds and their ratio, for each case on each database. */
export async function lists(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities))
    figures.push(...(await (seeded.name === 'SQLite' ? onSqlite(seeded) : onPostgres(seeded))))
  return figures
}

async function onSqlite({ name, env }: Seeded): Promise<Figures> {
  const statements = await captureStatements(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const database = new Database(path.join(env.DATA_DIR, 'citygate.db'))
  database.exec('pragma cache_size = -65536')
  const bare: Bare = (batch) => {
    for (const { text, parameters } of batch)
      database
        .prepare(text)
        .all(...parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
    return Promise.resolve()
  }
  const figures = await compare(name, env, statements, bare)
  database.close()
  return figures
}

async function onPostgres({ name, env }: Seeded): Promise<Figures> {
  const statements = await captureStatements(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query('vacuum analyze')
  const bare: Bare = async (batch) => {
    for (const { text, parameters } of batch) await client.query(text, [...parameters])
  }
  const figures = await compare(name, env, statements, bare)
  await client.end()
  return figures
}

/** What the server says to the database for each case, access check included. */
async function captureStatements(config: Config): Promise<Map<string, Statement[]>> {
  let heard: Statement[] = []
  const database = openDatabase(config, (text, parameters) => heard.push({ text, parameters }))
  const secrets = await loadSecrets(config, database)
  const sessions = createSessions(database, secrets)
  const app = await buildApp({ config, database, sessions, secrets, publicDir: '' })
  const { access } = await sessions.signIn(
    { username: 'broker', password: 'citygate-demo-2026', remember: true },
    { address: '127.0.0.1', requestId: 'bench' },
  )
  const statements = new Map<string, Statement[]>()
  for (const [name, query] of Object.entries(cases)) {
    heard = []
    const answer = await app.inject({ url: addressOf(query), headers: { authorization: `Bearer ${access}` } })
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
    statements.set(name, heard)
  }
  await app.close()
  await database.db.destroy()
  return statements
}

const addressOf = (query: string) =>
  `${contract.opportunities.path}?limit=10&${expand}&${query.replaceAll(' ', '%20')}`

async function compare(
  name: string,
  env: Seeded['env'],
  statements: Map<string, Statement[]>,
  bare: Bare,
): Promise<Figures> {
  const product = await startProduct({ DEMO: '0', ...env })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (address: string, token = '', body?: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const request = http.request(
        product.url + address,
        { agent, headers, method: body === undefined ? 'GET' : 'POST' },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const text = Buffer.concat(parts).toString()
            if (response.statusCode === 200) resolve(text)
            else reject(new Error(`${address}: ${text}`))
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  const signedIn = await ask(
    '/api/token/',
    '',
    JSON.stringify({ username: 'broker', password: 'citygate-demo-2026' }),
  )
  const { access } = JSON.parse(signedIn) as { access: string }

  const figures: Figures = []
  for (const [what, batch] of statements) {
    const address = addressOf(cases[what] ?? '')
    const times: { served: number[]; bare: number[] } = { served: [], bare: [] }
    for (let round = -5; round < rounds; round++) {
      const served = await timed(() => ask(address, access))
      const driven = await timed(() => bare(batch))
      if (round < 0) continue
      times.served.push(served)
      times.bare.push(driven)
    }
    const served = median(times.served)
    const driven = median(times.bare)
    figures.push({
      database: name,
      case: what,
      'served ms': round(served),
      'bare ms': round(driven),
      ratio: round(served / driven),
    })
  }
  agent.destroy()
  await product.stop()
  return figures
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (value: number): number => Math.round(value * 100) / 100
