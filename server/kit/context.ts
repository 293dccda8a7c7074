import type { Kysely } from 'kysely'
import { isWriteConflict, type OpenDatabase } from '../db/dialect'
import type { Tables } from '../db/tables'

/** Who asks: the signed-in user, as the access token and the session behind it say. */
export interface Caller {
  id: number
  username: string
  sessionId: string
}

/** A write: its transaction, who makes it, and in which request. */
export interface Write {
  db: Kysely<Tables>
  /** Null where the system itself writes. */
  actor: number | null
  requestId: string | null
}

/**
 * Tables by name, for code that serves every resource alike. What it reads and writes is checked against the
 * contract where the resource is declared, not here.
 */
type AnyTables = Record<string, Record<string, unknown>>
export type AnyDatabase = Kysely<AnyTables>
export const anyTable = (db: Kysely<Tables>): AnyDatabase => db as unknown as AnyDatabase

/** How often a write is tried that the database undoes because it and another one wait for each other. */
const maxTries = 4

/** Runs a write in one transaction of its own; `work` may run again, so it does nothing but write through it. */
export async function inTransaction<T>(
  { db }: OpenDatabase,
  who: Omit<Write, 'db'>,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction().execute((trx) => work({ ...who, db: trx }))
    } catch (error) {
      if (tries === maxTries || !isWriteConflict(error)) throw error
    }
}
