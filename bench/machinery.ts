/**
 * What each piece of own machinery for speed buys: the same operation with and without it, alternating in one process,
 * medians. "Without" is the plain form of the same work: a dialect without the piece, a driver without groups, the plain
 * statement. BENCH_OPPORTUNITIES sets the size, BENCH_RUNS the repetitions.
 */
import { once } from 'node:events'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely'
import { contract } from '../src/contract'
import { buildApp } from '../server/app'
import { readConfig } from '../server/config'
import { openDatabase, openEmbedded, openPostgres, type OpenDatabase } from '../server/db/dialects'
import { numbered } from '../server/db/statements'
import { minIndexed, type SearchDialect } from '../server/db/search/searchDialect'
import { isIndexedBy, type SearchTerms } from '../server/db/search/terms'
import type { Tables } from '../server/db/tables'
import { anyTable, inTransaction, requireExclusive, type Write } from '../server/kit/context'
import { loadSecrets } from '../server/kit/crypto/secrets'
import { inOrder, keyColumn, type Page } from '../server/kit/read/order'
import type { Viewer } from '../server/kit/read/conditions'
import { findIds } from '../server/kit/read/list'
import { countOf } from '../server/kit/read/listCounts'
import { parseListQuery } from '../server/kit/read/query'
import {
  countMatches,
  planPrunedSearch,
  planSearch,
  searchCondition,
  type SearchPlan,
} from '../server/kit/read/search'
import { linksOf, rowsOf } from '../server/kit/read/statements'
import { dependentsOf, refreshDependents, refreshFolded } from '../server/kit/write/derive'
import { createSortKeyUpdater } from '../server/kit/write/sortKeyUpdater'
import { updateFromValues } from '../server/kit/write/update'
import { resources } from '../server/resources'
import { createSessions } from '../server/services/sessions'
import { quantile, round } from './asking'
import type { Figures } from './figures'
import { seededDatabases, type Seeded } from './seeded'
import { signInAsBroker } from './signIn'

const opportunities = Number(process.env['BENCH_OPPORTUNITIES'] ?? 100_000)
const runs = Number(process.env['BENCH_RUNS'] ?? 15)
const clients = 50
const { opportunities: deals, tags } = resources

type Work = () => Promise<unknown>

interface Pair {
  machinery: string
  operation: string
  with: Work
  without: Work
  /** Not timed, before each run of either side. */
  before?: Work
  runs?: number
}

/** Medians in milliseconds, and how many times as long the operation takes without the piece. */
export async function machinery(): Promise<Figures> {
  const figures: Figures = []
  for (const seeded of await seededDatabases(opportunities)) {
    const bench = await open(seeded)
    for (const pair of await pairsOf(bench))
      figures.push({ database: seeded.name, ...(await measured(pair)) })
    await bench.close()
  }
  return figures
}

async function measured({ machinery, operation, before, ...pair }: Pair): Promise<Figures[number]> {
  const times = { with: [] as number[], without: [] as number[] }
  const sides = ['with', 'without'] as const
  for (let count = -1; count < (pair.runs ?? runs); count++)
    for (const side of count % 2 === 0 ? sides : sides.toReversed()) {
      await before?.()
      const start = performance.now()
      await pair[side]()
      // The first round warms both sides up.
      if (count >= 0) times[side].push(performance.now() - start)
    }
  const [quick, slow] = [quantile(times.with, 0.5), quantile(times.without, 0.5)]
  const figure = {
    machinery,
    operation,
    'with ms': round(quick),
    'without ms': round(slow),
    ratio: Math.round((100 * slow) / quick) / 100,
  }
  console.log(JSON.stringify(figure))
  return figure
}

/** A seeded database, and applications on variants of it. */
async function open({ env }: Seeded) {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const database = openDatabase(config)
  const secrets = await loadSecrets(config, database)
  const closing: Work[] = []
  /** Sends requests to an application on a database, as a signed-in user. */
  const client = async (on: OpenDatabase) => {
    const sessions = createSessions(on, secrets, [])
    const app: FastifyInstance = await buildApp({ config, database: on, sessions, secrets, publicDir: '' })
    closing.push(() => app.close())
    const access = await signInAsBroker(sessions)
    return async (url: string, body?: object) => {
      const headers = { authorization: `Bearer ${access}` }
      const answer = await app.inject({ method: body ? 'PATCH' : 'GET', url, headers, ...(body && { body }) })
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    }
  }
  return {
    database,
    client,
    /** The same database with some parts of its search replaced. */
    searching: (parts: Partial<SearchDialect>): OpenDatabase => ({
      ...database,
      dialect: { ...database.dialect, search: { ...database.dialect.search, ...parts } },
    }),
    /** The same database at the end of a slow connection. */
    distant: async () => {
      const { address, close } = await delayed(env.DATABASE_URL ?? '')
      const other = openPostgres(address)
      closing.push(close, () => other.db.destroy())
      return other
    },
    /** The same database without group commit. */
    ungrouped: () => {
      const other = openEmbedded(config.dataDir, undefined, 1)
      closing.push(() => other.db.destroy())
      return other
    },
    close: async () => {
      for (const close of closing.toReversed()) await close()
      await database.db.destroy()
    },
  }
}

/** Milliseconds of a round trip to a database on another machine. */
const roundTrip = 2

/** An address that leads to a database server with a delay. */
async function delayed(url: string) {
  const { hostname, port } = new URL(url)
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(port || 5432), hostname)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.setNoDelay(true)
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), roundTrip / 2))
      from.on('close', () => to.destroy())
      from.on('error', () => undefined)
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(url)
  address.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  return { address: address.href, close: () => Promise.resolve(proxy.close()) }
}

type Bench = Awaited<ReturnType<typeof open>>
type Send = Awaited<ReturnType<Bench['client']>>

const list = (query: string) =>
  `${contract.opportunities.path}?limit=10&expand=created_by,modified_by,tags&${query.replaceAll(' ', '%20')}`
const pageOf = (parameters: Record<string, string>) =>
  parseListQuery(deals, { limit: '10', ordering: 'opportunity_name', ...parameters })

let versions = 0
/** A state of the data of which nothing is known: as after a write that leaves searched columns alone. */
const afterWrite = (): Viewer => ({ reader: 1, dataVersion: `bench ${++versions}` })
const sameState: Viewer = { reader: 1, dataVersion: 'bench' }

async function pairsOf(bench: Bench): Promise<Pair[]> {
  const ask = await bench.client(bench.database)
  return [
    ...(await searchPairs(bench, ask)),
    ...countPairs(bench.database),
    ...pagePairs(bench.database),
    ...readPairs(bench.database),
    ...(await writePairs(bench, ask)),
  ]
}

type Condition = ReturnType<typeof searchCondition>

/** The deals that meet all conditions, by a plain statement. */
const dealsWhere = (db: Kysely<Tables>, conditions: readonly Condition[]) =>
  conditions.reduce(
    (rows, condition) => (condition ? rows.where(condition) : rows),
    anyTable(db).selectFrom('opportunities').where('deleted_at', 'is', null),
  )
const countPlainly = (db: Kysely<Tables>, ...conditions: Condition[]) =>
  dealsWhere(db, conditions)
    .select(sql<number>`count(*)`.as('count'))
    .execute()
const pagePlainly = (db: Kysely<Tables>, page: Page, key: RawBuilder<unknown>, ...conditions: Condition[]) =>
  inOrder(dealsWhere(db, conditions).select('opportunities.opportunity_id'), deals, page, key).execute()

/** Lists over HTTP, on a database without a part of its search. */
async function searchPairs({ database, client, searching }: Bench, ask: Send): Promise<Pair[]> {
  const { search, ...dialect } = database.dialect
  const pairs = async (
    machinery: string,
    parts: Partial<SearchDialect>,
    queries: Record<string, string>,
  ): Promise<Pair[]> => {
    const other = await client(searching(parts))
    return Object.entries(queries).map(([operation, query]) => ({
      ...{ machinery, operation },
      with: () => ask(list(query)),
      without: () => other(list(query)),
    }))
  }
  const ofShort = {
    idsWith: (table: string, terms: SearchTerms) =>
      isIndexedBy(terms, minIndexed) ? search.idsWith(table, terms) : undefined,
  }
  return [
    ...(await pairs(
      'leading scan chosen by estimate',
      { sortCost: 0 },
      { 'search of 3 letters': 'q=mil', 'search of 3 letters, newest first': 'q=mil&ordering=-created_at' },
    )),
    ...(await pairs('short-term index', ofShort, { 'search of 2 rare letters': 'q=zz' })),
    ...(dialect.kind === 'sqlite'
      ? []
      : [
          ...(await pairs(
            'ids selected first',
            { isAmong: (id, ids) => sql`${id} in (${ids})` },
            { 'search of "medical in"': 'q=medical in' },
          )),
          ...(await pairs(
            'matches sorted without the index of the order',
            { withoutIndexScan: (column) => column },
            { 'search of 2 rare letters': 'q=zz' },
          )),
        ]),
  ]
}

/** Numbers of matches. */
function countPairs(database: OpenDatabase): Pair[] {
  const { db, dialect } = database
  const { search } = dialect
  const planOf = (q: string) => planPrunedSearch(db, search, deals, q)
  const conditionOf = async (q: string) => searchCondition(search, deals, await planOf(q))
  const byIds = async (q: string) => countMatches(search, deals, await planOf(q))?.execute(db)
  const withoutIndex: SearchDialect = { ...search, idsWith: () => undefined }
  const whole = Array<number>(10)
  const countOfPage = (parameters: Record<string, string>, viewer: Viewer) =>
    countOf(database, deals, pageOf(parameters), viewer, whole)
  return [
    {
      machinery: 'short-term index',
      operation: 'count of "an"',
      with: () => byIds('an'),
      without: () =>
        countPlainly(db, searchCondition(withoutIndex, deals, planSearch(withoutIndex, deals, 'an'))),
    },
    {
      machinery: 'counts by ids of the indexes',
      operation: 'count of "mil"',
      with: () => byIds('mil'),
      without: async () => countPlainly(db, await conditionOf('mil')),
    },
    {
      machinery: 'short words tested on the matches of longer ones',
      operation: 'count of "medical in"',
      with: async () => countPlainly(db, await conditionOf('medical in')),
      without: async () => countPlainly(db, await conditionOf('medical'), await conditionOf('in')),
      runs: 3,
    },
    {
      machinery: 'row counts kept by triggers',
      operation: 'count of a list after a write',
      with: () => countOfPage({}, afterWrite()),
      without: () => countPlainly(db),
    },
    {
      machinery: 'counts kept until a searched column changes',
      operation: 'count of "mil" after a write',
      with: () => countOfPage({ q: 'mil' }, afterWrite()),
      without: () => byIds('mil'),
    },
    {
      machinery: 'counts kept until the next write',
      operation: 'count of a list of one tag',
      with: () => countOfPage({ tags: '1' }, sameState),
      without: () => countOfPage({ tags: '1' }, afterWrite()),
    },
  ]
}

/** The ids of a page. */
function pagePairs(database: OpenDatabase): Pair[] {
  const { db, scans, dialect } = database
  const { search } = dialect
  const page = (parameters: Record<string, string>) => {
    const wanted = pageOf(parameters)
    return { wanted, key: keyColumn(deals, wanted.ordering) }
  }
  const deep = (offset: number, viewer: () => Viewer) => {
    const { wanted, key } = page({ offset: `${offset}` })
    return {
      with: () => findIds(database, deals, wanted, viewer()),
      without: () => pagePlainly(db, wanted, key),
    }
  }
  /** All matches are sorted. */
  const sorted = (q: string, plan: SearchPlan | null, reader = db) => {
    const { wanted, key } = page({ q })
    return pagePlainly(reader, wanted, search.withoutIndexScan(key), searchCondition(search, deals, plan))
  }
  return [
    {
      machinery: 'deep pages from the nearest known position',
      operation: 'last page after a write',
      ...deep(opportunities - 10, afterWrite),
    },
    {
      machinery: 'deep pages from the nearest known position',
      operation: 'middle page, again',
      ...deep(opportunities / 2, () => sameState),
    },
    {
      machinery: 'ordered scan where many match',
      operation: 'search of 2 letters that many hold',
      with: () => findIds(database, deals, pageOf({ q: 'an' }), afterWrite()),
      without: async () => sorted('an', await planPrunedSearch(db, search, deals, 'an'), scans),
    },
    {
      machinery: 'ways without matches dropped first',
      operation: 'search of 12 letters',
      with: async () => sorted('medical cent', await planPrunedSearch(db, search, deals, 'medical cent')),
      without: () => sorted('medical cent', planSearch(search, deals, 'medical cent')),
    },
  ]
}

/** The statements that read ten deals with the ids of what they lead to. */
function readPairs({ db, dialect }: OpenDatabase): Pair[] {
  const ids = Array.from({ length: 10 }, (_, index) => 1_000 + index)
  const statements = [
    rowsOf(dialect, deals, ids, undefined),
    ...['tags', 'organizations', 'bids'].map((name) => linksOf(dialect, deals, name, ids, {})),
  ]
  const isEmbedded = dialect.kind === 'sqlite'
  const single = async () => {
    for (const statement of statements) await dialect.readAll(db, [statement])
  }
  let fresh = 0
  const unprepared = async () => {
    for (const { text, values } of statements) {
      const given = values.map((value) =>
        isEmbedded && Array.isArray(value) ? JSON.stringify(value) : value,
      )
      // No two texts are the same, so that none is prepared.
      const once = `${isEmbedded ? text : numbered(text)} /* ${++fresh} */`
      await db.executeQuery(CompiledQuery.raw(once, given))
    }
  }
  const operation = 'ten records with their relations'
  return [
    { machinery: 'prepared statements', operation, with: single, without: unprepared, runs: 4 * runs },
    ...(isEmbedded
      ? []
      : [
          {
            machinery: 'one round trip for several statements',
            ...{ operation, with: () => dialect.readAll(db, statements), without: single, runs: 4 * runs },
          },
        ]),
  ]
}

async function writePairs({ database, client, ungrouped, distant }: Bench, ask: Send): Promise<Pair[]> {
  const { db } = database
  const writer = { actor: 1, role: 'team', requestId: null } as const
  let number = 0
  const updates = (send: typeof ask) => () =>
    Promise.all(
      Array.from({ length: clients }, () =>
        send(`${contract.opportunities.path}${1 + ((++number * 7_919) % opportunities)}/`, {
          notes: `Written ${number}`,
        }),
      ),
    )
  const { tag_id, name } = await db
    .selectFrom('opportunity_tags')
    .innerJoin('tags', 'tags.tag_id', 'opportunity_tags.tag_id')
    .select(['tags.tag_id', 'tags.name'])
    .groupBy(['tags.tag_id', 'tags.name'])
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const updater = createSortKeyUpdater(database, console.error)
  const names = () => `${++number % 2 === 0 ? 'A ' : ''}${name}`
  const settled = async () => {
    updater.wake()
    while ((await db.selectFrom('stale_sort_keys').select('id').execute()).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const inWrite = (work: (write: Write) => Promise<unknown>) => inTransaction(database, writer, work)
  const many = Array.from({ length: 500 }, (_, index) => 1 + index)
  const forget = async () => {
    await db
      .updateTable('opportunities')
      .set({ search: sql`search || 'q'` })
      .where('opportunity_id', 'in', many)
      .execute()
  }
  return [
    {
      machinery: 'stale sort keys updated after the commit',
      operation: 'rename of the most used tag',
      before: settled,
      with: () => inWrite((write) => updateFromValues(write, tags, tag_id, { name: names() })),
      without: () =>
        inWrite(async (write) => {
          requireExclusive(write)
          const changed = names()
          const dependents = await dependentsOf(write.db, { name: 'tags', ids: [tag_id] }, ['name'])
          await write.db
            .updateTable('tags')
            .set({ name: changed, name_key: changed.toLowerCase() })
            .where('tag_id', '=', tag_id)
            .execute()
          await refreshDependents(write, dependents)
        }),
      runs: 3,
    },
    {
      machinery: 'search texts of 50 records per statement',
      operation: 'rename shown by 500 records',
      before: forget,
      with: () => inWrite((write) => refreshFolded(write.db, deals, many)),
      without: () =>
        inWrite(async (write) => {
          for (const id of many) await refreshFolded(write.db, deals, [id])
        }),
      runs: 5,
    },
    ...(database.dialect.writesConcurrently
      ? [
          pipelining(await distant()),
          {
            machinery: 'concurrent writes',
            operation: `updates by ${clients} clients`,
            with: updates(ask),
            without: updates(
              await client({ ...database, dialect: { ...database.dialect, writesConcurrently: false } }),
            ),
          },
        ]
      : [
          {
            machinery: 'group commit',
            operation: `updates by ${clients} clients`,
            with: updates(ask),
            without: updates(await client(ungrouped())),
          },
        ]),
  ]
}

/** The statements of an update: pipelined, or each awaited. */
function pipelining({ db, dialect }: OpenDatabase): Pair {
  const change = sql`update opportunities set notes = 'Checked' where opportunity_id = 7`.compile(db)
  const lock = sql`select 1 from opportunities where opportunity_id = 7 for no key update`.compile(db)
  const update = (send: (trx: Kysely<Tables>, query: CompiledQuery) => Promise<unknown>) => () =>
    db.transaction().execute(async (trx) => {
      await send(trx, lock)
      await sql`select * from opportunities where opportunity_id = 7`.execute(trx)
      await send(trx, change)
      await send(trx, change)
    })
  return {
    machinery: 'statements sent with the next one',
    operation: `update, database ${roundTrip} ms away`,
    with: update(dialect.pipeline),
    without: update((trx, query) => trx.executeQuery(query)),
  }
}
