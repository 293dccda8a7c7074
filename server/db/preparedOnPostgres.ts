/** Keeps statements prepared on the connections to PostgreSQL: planning a large one takes longer than running it. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** So many, because each connection holds the plans of all of them. */
const maxNames = 60
const names = new Map<string, string>()

/** Has each connection keep the plan of a statement from when it first runs it, while there is room. */
export function keepPrepared(text: string): void {
  if (!names.has(text) && names.size < maxNames) names.set(text, `kept-${names.size}`)
}

/** The pool, with connections that know which statements to keep. */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) => {
      const name = names.get(text)
      return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    }
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
