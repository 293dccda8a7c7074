import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { measuredEvery } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'

declare module 'fastify' {
  interface FastifyInstance {
    database: OpenDatabase
  }
}

export interface DatabaseOptions {
  /** An open database, which outlives the application. */
  database: OpenDatabase
}

/** Measures the database's clock at intervals while the server runs. */
export const database = fp(
  async (app: FastifyInstance, { database }: DatabaseOptions) => {
    app.decorate('database', database)
    // If the database does not answer, the last measurement remains in use, else this machine's clock.
    const measure = () => database.clock.measure().catch(() => undefined)
    await measure()
    const timer = setInterval(() => void measure(), measuredEvery).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'citygate-database' },
)
