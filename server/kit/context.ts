import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import type { Tables } from '../db/tables'
import type { Notice } from '../ports/events'
import type { UserType } from '../../src/contract/users'

/** Who asks: the signed-in user, as the access token and the session behind it say. */
export interface Caller {
  id: number
  username: string
  role: UserType
  email: string | null
  sessionId: string
}

/** Who writes, and in which request. */
export interface Writer {
  /** Null where the system itself writes. */
  actor: number | null
  /** The actor's user type; null where the system itself writes. */
  role?: UserType | null
  /** The actor's own email, by which an activity knows its participants. */
  email?: string | null
  requestId: string | null
}

/** A write: its transaction, and who makes it. */
export interface Write extends Writer {
  db: Kysely<Tables>
  /** What others are told once the transaction is committed. */
  notices: Notice[]
  /** The record that has been written last, as it is now: an answer about it need not read it again. */
  latest?: { resource: string; id: number | null; record: Readonly<Record<string, unknown>> }
}

/** The caller of a request as the one who writes. */
export const byCaller = ({ caller, id }: { caller: Caller; id: string }): Writer => ({
  actor: caller.id,
  role: caller.role,
  email: caller.email,
  requestId: id,
})

/**
 * Tables by name, for code that serves every resource alike. What it reads and writes is checked against the
 * contract where the resource is declared, not here.
 */
type AnyTables = Record<string, Record<string, unknown>>
export type AnyDatabase = Kysely<AnyTables>
export const anyTable = (db: Kysely<Tables>): AnyDatabase => db as unknown as AnyDatabase

/**
 * Runs a write in one transaction of its own. Writes run one after the other, those of other processes included: a
 * write also changes what is derived of records that it does not name, and would otherwise meet others there in
 * every order. Reads never wait for them.
 */
export async function inTransaction<T>(
  { db, dialect, committed, writers }: OpenDatabase,
  who: Writer,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  const notices: Notice[] = []
  const leave = await writers.enter()
  try {
    const result = await db.transaction().execute(async (trx) => {
      await dialect.takeTurn(trx)
      return work({ ...who, db: trx, notices })
    })
    if (notices.length > 0) for (const publish of committed) publish(notices)
    return result
  } finally {
    leave()
  }
}
