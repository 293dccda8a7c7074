import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isConflict, isDuplicate, type OpenDatabase } from '../db/dialect'
import type { Manner } from '../db/queue'
import type { Tables } from '../db/tables'
import type { Notice } from '../ports/events'
import type { UserType } from '../../src/contract/users'
import { busy } from './errors'

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
  /** Whether nobody else writes until this write ends; see inTransaction(). */
  readonly isAlone: boolean
  /** What others are told once the transaction is committed. */
  notices: Notice[]
  /** Keys of contents that no row names any more once the transaction is committed. */
  discarded: string[]
  /** Whose personal record the system itself changes: nobody else is told of it. */
  owner?: number
  /** Whether it leaves keys of orderings to be recomputed (kit/late.ts). */
  leavesKeys?: true
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

/** Thrown by goAlone(): the write begins anew, alone. */
class NotAlone extends Error {}

/**
 * From here on, a write changes what others may be changing, or relies on what they may be changing. One that is not
 * alone yet is undone and begins anew, so this comes as early as it can be known.
 */
export function goAlone({ isAlone }: Write): void {
  if (!isAlone) throw new NotAlone()
}

/** Writes that are under way or wait for their turn, some seconds' work; and seconds after which one may come again. */
export const maxWriters = 1_000
const retryAfter = 2

/** How often a write begins side by side with others before it asks to be alone. */
const triesBeside = 2
/** And how often it begins in all. */
const tries = 4
/** Milliseconds, about, before a write begins for the second time. */
const firstPause = 10

/**
 * Runs a write in one transaction of its own; its work may be begun several times, each time as if for the first.
 * Reads never wait for writes.
 *
 * Alone, a write is the only one in all processes: whatever it reads stays as it is until it ends, and what it changes
 * nobody else is changing. So nothing but its turn protects what deletes, restores, imports, links between records of
 * others (organization_contacts and the like), users, sessions and throttling read before they write.
 *
 * Beside others (PostgreSQL only), a write changes one record, its own links, and columns derived from it. What it reads
 * before it writes is protected like this:
 * - the record itself, its version and its links: the row is locked before it is read (`loadForChange`);
 * - a record that it newly names and whose texts it shows: that row is locked against changes before it is read
 *   (`checkRelated`), so that whoever renames it comes before and is seen, or after and sees the new link;
 * - one that it named already: whoever renames that finds this record, and recomputes it when this write has ended;
 * - whether a related record, or an owner of notes, is there and not in the trash: only writes alone change that;
 * - records that show a text of it: their rows are locked, in the order of their ids, before their texts are read
 *   (`refreshDependents`). Of several that recompute a record, the last one has seen what all of them have written;
 * - texts that others read by more than one step: whoever changes such a column goes alone (`isReadFromAfar`);
 * - texts that may stand only once: a unique index, and the one who comes second begins anew and finds the other;
 * - how much room contents take up: whoever adds one goes alone where there is a quota (`checkRoom`);
 * - idempotency keys: their primary key lets the second one wait for the first.
 * @param manner beside: whatever others must not do at the same time calls goAlone().
 */
export async function inTransaction<T>(
  database: OpenDatabase,
  who: Writer,
  work: (write: Write) => Promise<T>,
  manner: Manner = 'alone',
): Promise<T> {
  let isAlone = manner === 'alone' || !database.dialect.writesSideBySide
  for (let begun = 1; ; begun++) {
    try {
      return await once(database, { ...who, isAlone }, work)
    } catch (error) {
      if (error instanceof NotAlone) isAlone = true
      else if (begun < tries && (isConflict(error) || (isDuplicate(error) && !isAlone))) {
        isAlone ||= begun >= triesBeside
        await wait(firstPause * begun * (0.5 + Math.random()))
      } else throw error
    }
  }
}

async function once<T>(
  { db, dialect, committed, late, discarded, writers }: OpenDatabase,
  who: Writer & Pick<Write, 'isAlone'>,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  const notices: Notice[] = []
  const contents: string[] = []
  const manner = who.isAlone ? 'alone' : 'beside'
  if (writers.size() >= maxWriters) throw busy(retryAfter)
  const leave = await writers.enter(dialect.writesSideBySide ? manner : 'beside')
  try {
    const { result, leavesKeys } = await db.transaction().execute(async (trx) => {
      await dialect.takeTurn(trx, manner)
      const write: Write = { ...who, db: trx, notices, discarded: contents }
      return { result: await work(write), leavesKeys: write.leavesKeys }
    })
    if (leavesKeys) for (const wake of late) wake()
    if (notices.length > 0) for (const publish of committed) publish(notices)
    if (contents.length > 0) for (const discard of discarded) discard(contents)
    return result
  } finally {
    leave()
  }
}
