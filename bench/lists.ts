/**
 * Lists, searches and sorts of 100,000 opportunities through the server, each as a ratio to the bare driver
 * running the very same statements in the same minute: what the server adds, whatever the machine.
 */
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { contract } from '../src/contract'
import { startProduct } from '../e2e/product'
import { buildApp } from '../server/app'
import { readConfig, type Config } from '../server/config'
import { openDatabase } from '../server/db/dialect'
import { migrate } from '../server/db/migrations'
import { fillDemo, isEmpty } from '../server/demo/fill'
import { createSessions } from '../server/sessions'
import { loadSecrets } from '../server/sessions/secrets'
import type { Figures } from './figures'

const opportunities = 100_000
/** How often each case is measured; the two sides take turns. */
const rounds = 40
const server = process.env['BENCH_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const databaseName = 'citygate_bench'

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
  return [...(await onSqlite()), ...(await onPostgres())]
}

async function onSqlite(): Promise<Figures> {
  const dataDir = path.resolve('dist/bench/sqlite')
  mkdirSync(dataDir, { recursive: true })
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  await fill(config)
  const statements = await captureStatements(config)
  const database = new Database(path.join(dataDir, 'citygate.db'))
  database.exec('pragma cache_size = -65536')
  const bare: Bare = (batch) => {
    for (const { text, parameters } of batch)
      database
        .prepare(text)
        .all(...parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
    return Promise.resolve()
  }
  const figures = await compare('SQLite', { DATA_DIR: dataDir }, statements, bare)
  database.close()
  return figures
}

async function onPostgres(): Promise<Figures> {
  const dataDir = path.resolve('dist/bench/postgres')
  mkdirSync(dataDir, { recursive: true })
  const databaseUrl = server.replace(/[^/]*$/, databaseName)
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const exists = await admin.query('select 1 from pg_database where datname = $1', [databaseName])
  if (exists.rowCount === 0) await admin.query(`create database ${databaseName}`)
  await admin.end()
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
  await fill(config)
  const statements = await captureStatements(config)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  const bare: Bare = async (batch) => {
    for (const { text, parameters } of batch) await client.query(text, [...parameters])
  }
  const figures = await compare(
    'PostgreSQL',
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    statements,
    bare,
  )
  await client.end()
  return figures
}

async function fill(config: Config): Promise<void> {
  const database = openDatabase(config)
  await migrate(database)
  if (await isEmpty(database))
    await fillDemo(database, { opportunities, today: new Date('2026-11-21T00:00:00Z') })
  await database.db.destroy()
}

/** What the server says to the database for each case, access check included. */
async function captureStatements(config: Config): Promise<Map<string, Statement[]>> {
  let heard: Statement[] = []
  const database = openDatabase(config, (text, parameters) => heard.push({ text, parameters }))
  const sessions = createSessions(database, loadSecrets(config.dataDir))
  const app = await buildApp({ config, database, sessions, publicDir: '' })
  const { access } = await sessions.signIn('broker', 'citygate-demo-2026', true, 'bench')
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
  env: Record<string, string>,
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
