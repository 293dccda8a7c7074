/**
 * The time of a list, a search, a record, a create and an update over HTTP, each beside the bare driver running the
 * same statements in the same minute: the overhead of the server, on any machine. BENCH_OPPORTUNITIES sets the size,
 * BENCH_SIZES those of the growth, BENCH_SECONDS the duration of each case with many clients.
 */
import http from 'node:http'
import path from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { contract } from '../src/contract'
import { startProduct } from '../e2e/product'
import { buildApp } from '../server/app'
import { readConfig } from '../server/config'
import { openDatabase } from '../server/db/dialects'
import { createSessions } from '../server/services/sessions'
import { loadSecrets } from '../server/kit/crypto/secrets'
import { ask, quantile, round, signIn } from './asking'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'
import { signInAsBroker } from './signIn'

const numbersOf = (name: string, usual: string) => (process.env[name] ?? usual).split(',').map(Number)
const [opportunities = 0] = numbersOf('BENCH_OPPORTUNITIES', '100000')
const sizes = numbersOf('BENCH_SIZES', '10000,100000')
const [seconds = 0] = numbersOf('BENCH_SECONDS', '3')
/** Measurements of each case with one client; the two sides alternate. */
const rounds = 40
/** Warm-up of each case in milliseconds: a server that has just been started is several times slower. */
const warmUp = 1_000
/** Measurements right after a write. */
const roundsAfterWrite = 8
const clients = 50
/** As many as the server has. */
const connections = 16

interface Statement {
  text: string
  parameters: readonly unknown[]
}
/** Runs statements one after the other, in a transaction if they write. */
type Bare = (statements: readonly Statement[], writes: boolean) => Promise<void>

/** A request; a body makes it a write. */
interface Case {
  address: string
  method?: 'POST' | 'PATCH'
  body?: object
}

const { path: deals } = contract.opportunities
const listed = (query: string): Case => ({
  address: `${deals}?limit=10&expand=created_by,modified_by,tags&${query.replaceAll(' ', '%20')}`,
})
const casesAt = (size: number): Record<string, Case> => ({
  'list of 10': listed(''),
  'list from half-way': listed(`offset=${size / 2}`),
  'search of 1 letter': listed('q=e'),
  'search of 2 letters': listed('q=qu'),
  'search of 3 letters': listed('q=mil'),
  'search of 12 letters': listed('q=medical cent'),
  detail: { address: `${deals}${size / 2}/` },
  'detail with relations': {
    address: `${deals}${size / 2}/?expand=created_by,modified_by,tags,organizations,bids`,
  },
  create: { address: deals, method: 'POST', body: { opportunity_name: 'Larkfield Mill' } },
  update: { address: `${deals}7/`, method: 'PATCH', body: { notes: 'Checked' } },
})
const orderings = Object.fromEntries(
  contract.opportunities.orderings.flatMap((name) => [
    [`sort by ${name}`, listed(`ordering=${name}`)],
    [`sort by -${name}`, listed(`ordering=-${name}`)],
  ]),
)

/** Every case at one size. */
export const api = (): Promise<Figures> => measure(opportunities, { ...casesAt(opportunities), ...orderings })

/** The same cases at several sizes. */
export async function growth(): Promise<Figures> {
  const figures: Figures = []
  for (const size of sizes)
    figures.push(...(await measure(size, casesAt(size))).map((row) => ({ opportunities: size, ...row })))
  return figures
}

async function measure(size: number, cases: Record<string, Case>): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(size)) {
    const statements = await captureStatements(seeded, cases)
    const { bare, close } = await (seeded.name === 'SQLite' ? bareSqlite(seeded) : barePostgres(seeded))
    figures.push(...(await compare(seeded, cases, statements, bare)))
    await close()
  }
  return figures
}

async function bareSqlite({ env }: Seeded) {
  const database = new Database(path.join(env.DATA_DIR, 'citygate.db'))
  for (const pragma of ['busy_timeout = 5000', 'cache_size = -65536', 'synchronous = full'])
    database.exec(`pragma ${pragma}`)
  const bare: Bare = async (batch, writes) => {
    if (writes) database.exec('begin immediate')
    for (const { text, parameters } of batch) {
      const statement = database.prepare(text)
      const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
      if (statement.reader) statement.all(...values)
      else statement.run(...values)
    }
    if (writes) database.exec('commit')
    await Promise.resolve()
  }
  return { bare, close: () => Promise.resolve(database.close()) }
}

async function barePostgres({ env }: Seeded) {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: connections })
  await pool.query('vacuum analyze')
  const bare: Bare = async (batch, writes) => {
    const client = await pool.connect()
    if (writes) await client.query('begin')
    for (const { text, parameters } of batch) await client.query(text, [...parameters])
    if (writes) await client.query('commit')
    client.release()
  }
  return { bare, close: () => pool.end() }
}

/** The server's statements for each reading case, including the access check. */
async function captureStatements(
  { env }: Seeded,
  cases: Record<string, Case>,
): Promise<Map<string, Statement[]>> {
  let capturedStatements: Statement[] = []
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const database = openDatabase(config, (text, parameters) => capturedStatements.push({ text, parameters }))
  const secrets = await loadSecrets(config, database)
  const sessions = createSessions(database, secrets, [])
  const app = await buildApp({ config, database, sessions, secrets, publicDir: '' })
  const access = await signInAsBroker(sessions)
  const statements = new Map<string, Statement[]>()
  for (const [name, { address, method }] of Object.entries(cases)) {
    if (method) continue
    capturedStatements = []
    const answer = await app.inject({ url: address, headers: { authorization: `Bearer ${access}` } })
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
    statements.set(name, capturedStatements)
  }
  const tables = await database.db.introspection.getTables()
  const columns = tables
    .find(({ name }) => name === 'opportunities')
    // Generated columns are left to the database.
    ?.columns.flatMap(({ name }) =>
      ['opportunity_id', 'annual_volume_dth'].includes(name) ? [] : [`"${name}"`],
    )
    .join(', ')
  // The one statement that a create needs at least; everything else is the server's overhead for derived data.
  const copy = `insert into opportunities (${columns}) select ${columns} from opportunities where opportunity_id = 7`
  const change = `update opportunities set notes = 'Checked', version = version + 1 where opportunity_id = 7`
  statements.set('create', [{ text: copy, parameters: [] }])
  statements.set('update', [{ text: change, parameters: [] }])
  await app.close()
  await database.db.destroy()
  return statements
}

async function compare(
  { name: database, env }: Seeded,
  cases: Record<string, Case>,
  statements: Map<string, Statement[]>,
  bare: Bare,
): Promise<Figures> {
  const product = await startProduct({ DEMO: '0', LOG_LEVEL: 'silent', ...env })
  const get = await signedIn(product.url)
  const figures: Figures = []
  for (const [what, asked] of Object.entries(cases)) {
    const batch = statements.get(what) ?? []
    const writes = asked.method !== undefined
    const drive = () => bare(batch, writes)
    const times: Record<'served' | 'bare' | 'after' | 'renamed', number[]> = {
      served: [],
      bare: [],
      after: [],
      renamed: [],
    }
    for (const warmed of [() => get(asked), drive]) {
      const until = performance.now() + warmUp
      while (performance.now() < until) await warmed()
    }
    for (let count = 0; count < rounds; count++)
      for (const [side, work] of [
        ['served', () => get(asked)],
        ['bare', drive],
      ] as const) {
        // Refills the processor's caches, which the other side has evicted.
        await work()
        times[side].push(await timed(work))
      }
    for (let count = 0; count < roundsAfterWrite; count++) {
      await get({ address: `${deals}8/`, method: 'PATCH', body: { notes: `Round ${count}` } })
      times.after.push(await timed(() => get(asked)))
      // Invalidates cached counts of searches.
      await get({ address: `${deals}8/`, method: 'PATCH', body: { opportunity_name: `Round ${count}` } })
      times.renamed.push(await timed(() => get(asked)))
    }
    const served = middle(times.served)
    const driven = middle(times.bare)
    figures.push({
      database,
      case: what,
      'served ms': round(served),
      'bare ms': round(driven),
      ratio: Math.round((100 * served) / driven) / 100,
      'after a write ms': round(middle(times.after)),
      'after a rename ms': round(middle(times.renamed)),
      'served/s': await perSecond(() => get(asked)),
      'bare/s': await perSecond(drive),
    })
  }
  await product.stop()
  return figures
}

/** Sends requests as a signed-in user. */
async function signedIn(url: string): Promise<(asked: Case) => Promise<void>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const token = await signIn(url, 'broker')
  return async ({ address, ...question }) => {
    const { status, text } = await ask(agent, url + address, token, question)
    if (status >= 300) throw new Error(`${address}: ${text}`)
  }
}

/** Repetitions in a second by concurrent clients. */
async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let done = 0
  const until = start + seconds * 1_000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await work()
        done++
      }
    }),
  )
  return Math.round((done * 1_000) / (performance.now() - start))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const middle = (values: readonly number[]): number => quantile(values, 0.5)
