/**
 * Keeps statements prepared on the connections to PostgreSQL, since planning a large one takes longer than running it,
 * and sends statements whose results are not needed together with the next one, which saves a round trip for each.
 */
import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../tables'

/** Bounded, because each connection holds the plans of all of them. */
const maxNames = 60
const names = new Map<string, string>()

/** Makes each connection prepare a statement when it first runs it, up to the limit. */
export function keepPrepared(text: string): void {
  if (!names.has(text) && names.size < maxNames) names.set(text, `kept-${names.size}`)
}

/** Prefix of a statement that is sent with the next one. */
const mark = '/* posted */ '

/** Sends a statement of a transaction with the next one: if it fails, the next one fails in its place. */
export async function post(transaction: Kysely<Tables>, { sql, parameters }: CompiledQuery): Promise<void> {
  if (!transaction.isTransaction) throw new TypeError('Nothing would take this statement along.')
  await transaction.executeQuery(CompiledQuery.raw(`${mark}${sql}`, [...parameters]))
}

interface Sent {
  text: string
  values: readonly unknown[]
}
/** The result of a statement that has not been sent yet. */
const nothing = { command: 'POSTED', rowCount: 0, rows: [] }

/** One connection, with pipelined statements. */
function connectionOver(client: pg.PoolClient) {
  let waiting: Sent[] = []
  const send = ({ text, values }: Sent) => {
    const name = names.get(text)
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }
  return async (text: string, values: readonly unknown[]) => {
    const isPosted = text.startsWith(mark)
    if (isPosted || text === 'begin') {
      waiting.push({ text: isPosted ? text.slice(mark.length) : text, values })
      return nothing
    }
    const before = waiting
    waiting = []
    if (text === 'rollback') return before[0]?.text === 'begin' ? nothing : send({ text, values })
    // They are answered in order, so that of several failures the first is the cause.
    return (await Promise.all([...before, { text, values }].map(send))).at(-1)
  }
}

/** The pool, with connections that prepare statements and pipeline them. */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = connectionOver(client)
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
