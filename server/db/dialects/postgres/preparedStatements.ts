/**
 * Keeps statements prepared on the connections to PostgreSQL, since planning a large one takes longer than running it,
 * and sends statements whose results are not needed together with the next one, which saves a round trip for each.
 */
import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { limitedText } from '../../rowLimits'
import { preparedFront } from '../../statements'
import type { Tables } from '../../tables'

/** Bounded, because each connection holds the plans of all of them. */
const maxNames = 80
const names = new Map<string, string>()

/** Makes each connection prepare a statement when it first runs it, up to the limit. */
export function keepPrepared(text: string): void {
  if (!names.has(text) && names.size < maxNames) names.set(text, `kept-${names.size}`)
}

/** Prefix of a statement that is sent with the next one. */
const pipelinedPrefix = '/* pipelined */ '

/** Sends a statement of a transaction with the next one: if it fails, the next one fails in its place. */
export async function pipeline(
  transaction: Kysely<Tables>,
  { sql, parameters }: CompiledQuery,
): Promise<void> {
  if (!transaction.isTransaction) throw new TypeError('Nothing would take this statement along.')
  await transaction.executeQuery(CompiledQuery.raw(`${pipelinedPrefix}${sql}`, [...parameters]))
}

interface PipelinedStatement {
  text: string
  values: readonly unknown[]
}
/** The result of a statement that has not been sent yet. */
const emptyResult = { command: 'PIPELINED', rowCount: 0, rows: [] }

/** One connection, with pipelined statements. */
function pipelinedConnection(client: pg.PoolClient) {
  let waiting: PipelinedStatement[] = []
  const send = ({ text, values }: PipelinedStatement) => {
    if (text.startsWith(preparedFront)) keepPrepared(text)
    const name = names.get(text)
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }
  return async (asked: string, values: readonly unknown[]) => {
    const text = limitedText(asked, 'postgres')
    const isPipelined = text.startsWith(pipelinedPrefix)
    if (isPipelined || text === 'begin') {
      waiting.push({ text: isPipelined ? text.slice(pipelinedPrefix.length) : text, values })
      return emptyResult
    }
    const before = waiting
    waiting = []
    if (text === 'rollback') return before[0]?.text === 'begin' ? emptyResult : send({ text, values })
    // They are answered in order, so that of several failures the first is the cause.
    return (await Promise.all([...before, { text, values }].map(send))).at(-1)
  }
}

/** The pool, with connections that prepare statements and pipeline them. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = pipelinedConnection(client)
    return {
      // Cursors, its other form, are not used.
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(),
    }
  }
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
