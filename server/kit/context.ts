import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { isConflict, isUniqueViolation, isUnwritable, type OpenDatabase } from '../db/dialects'
import type { LockMode } from '../db/writeQueue'
import type { Tables } from '../db/tables'
import type { Notice } from '../db/notice'
import { withLimits } from '../db/rowLimits'
import type { ResourceName } from '../../src/contract'
import type { Right, Role } from '../../src/contract/roles'
import type { UserType } from '../../src/contract/users'
import { busy, isRefusal } from './errors'

/** The signed-in user, from the access token and the session behind it. */
export interface Caller {
  id: number
  username: string
  userType: UserType
  role: Role | null
  /** The rights that role and account take away. */
  withheld: readonly Right[]
  /** The teams whose limited records the user sees beside all others; null: every record. */
  teams: readonly number[] | null
  /** The tables of which a record has ever been limited; undefined: where that is not known, all that can be. */
  limitedTables?: readonly string[] | undefined
  /** Null until it is confirmed. */
  email: string | null
  /** Of an API token it stands for the token. */
  sessionId: string
  /** The API token of the request, where it is no session. */
  tokenId?: number
  /** Whether the account must have a second factor and has none (MFA-7); not of a session through a directory. */
  lacksFactor: boolean
}

/** The author of a write, and its request. */
export interface Writer {
  /** Null for writes by the system. */
  actor: number | null
  /** The actor's user type; null for writes by the system. */
  userType?: UserType | null
  /** The rights that the actor lacks; all of them where that is not known. */
  withheld?: readonly Right[]
  /** As of a caller; none of them where that is not known. */
  teams?: readonly number[] | null
  /** As of a caller. */
  limitedTables?: readonly string[] | undefined
  /** The actor's email, which identifies participants of activities. */
  email?: string | null
  requestId: string | null
  /** The API token that the request came with. */
  tokenId?: number | undefined
  /** The network address that the request came from. */
  address?: string | undefined
}

/** An event and the record that it is about. */
export interface AuditEntry {
  action: string
  resource: string
  recordId?: number | null
  before?: unknown
  after?: unknown
}

/** What the records of a batch have in common (kit/write/batch.ts). */
export interface Batch {
  /** What they leave to be done: for all of them at once, at its end. */
  readonly left: Map<(write: Write, items: readonly never[]) => Promise<unknown>, readonly never[]>
  /** What has been read of records that they name, by what tells it apart, and new ones that others may name. */
  readonly known: Map<string, unknown>
  /** Records whose creation or change has left something to be done. */
  readonly pending: Set<string>
}

/** A write: its transaction and its author. */
export interface Write extends Writer {
  db: Kysely<Tables>
  /** Whether the write is exclusive: no other write runs until it ends; see inTransaction(). */
  readonly isExclusive: boolean
  /** Notices to publish once the transaction is committed. */
  notices: Notice[]
  /** Keys of stored contents to delete once the transaction is committed, because no row refers to them any more. */
  discarded: string[]
  /** The owner of a personal record that the system changes; no other user is notified. */
  owner?: number
  /** Whether it leaves stale sort keys (kit/staleSortKeys.ts). */
  leavesStaleKeys?: true
  /** Set by a write that keeps what it changes to take it back: what the audit tells of it, in its order. */
  journal?: AuditEntry[]
  /** Set while several records are created, changed or removed together. */
  batch?: Batch
  /** Users whom a record that is written tells of itself by name, by its id: they are not told of it as followers, too. */
  told?: { readonly resource: ResourceName; readonly id: number; readonly users: readonly number[] }[]
}

/** The caller of a request as the author of a write. */
export const writerFromRequest = ({
  caller,
  id,
  ip,
}: {
  caller: Caller
  id: string
  ip: string
}): Writer => ({
  actor: caller.id,
  userType: caller.userType,
  withheld: caller.withheld,
  teams: caller.teams,
  limitedTables: caller.limitedTables,
  email: caller.email,
  requestId: id,
  tokenId: caller.tokenId,
  address: ip,
})

/**
 * Tables by name, for code that serves every resource. Its columns are checked against the contract where the resource
 * is declared, not here.
 */
type AnyTables = Record<string, Record<string, unknown>>
export type AnyDatabase = Kysely<AnyTables>
export const anyTable = (db: Kysely<Tables>): AnyDatabase => db as unknown as AnyDatabase

/** Thrown by requireExclusive() to restart the write as an exclusive one. */
class NotExclusive extends Error {}

/**
 * Makes the rest of a write exclusive, because it changes data that concurrent writes may change, or relies on such
 * data. A concurrent write is rolled back and restarted, so call this as early as the need is known.
 */
export function requireExclusive({ isExclusive }: Write): void {
  if (!isExclusive) throw new NotExclusive()
}

/** Writes running or queued, a few seconds' work; and seconds before a refused one may be retried. */
export const maxWriters = 1_000
const retryAfter = 2

/** Attempts as a concurrent write before the write becomes exclusive. */
const concurrentAttempts = 2
/** Attempts in all. */
const maxAttempts = 4
/** Milliseconds, about, before the second attempt. */
const baseDelay = 10

/**
 * Runs a write in its own transaction. The work may run several times, so each run must start from scratch. Reads
 * never wait for writes.
 *
 * An exclusive write is the only one in all processes: the data it reads and changes stays as it is until it ends.
 * Deletions, restores, imports, links between records of others (organization_contacts and the like), users, sessions
 * and throttling therefore need no further locks.
 *
 * A concurrent write (PostgreSQL only) changes one record, its own links, and columns derived from it. What it reads
 * before it writes is protected like this:
 * - the record itself, its version and its links: the row is locked before it is read (`loadForChange`);
 * - a newly referenced record whose texts are shown: its row is locked against changes before it is read
 *   (`checkRelated`), so a rename commits either before, and its result is read, or after, and sees the new link;
 * - a record referenced before: its rename finds this record and recomputes it when this write has ended;
 * - whether a related record, or an owner of notes, exists and is not in the trash: only exclusive writes change that;
 * - records that show a text of it: their rows are locked, in the order of their ids, before their texts are read
 *   (`refreshDependents`). Of several writes that recompute a record, the last one has seen what all of them have
 *   written;
 * - texts that others read over more than one step: a change of such a column is exclusive (`isReadTransitively`);
 * - unique texts: a unique index; the second writer restarts and finds the other record;
 * - the storage quota: a write that adds contents is exclusive where there is a quota (`checkStorageQuota`);
 * - idempotency keys: their primary key makes the second write wait for the first.
 * @param lockMode concurrent: runs concurrently until it calls requireExclusive().
 */
export async function inTransaction<T>(
  database: OpenDatabase,
  writer: Writer,
  work: (write: Write) => Promise<T>,
  lockMode: LockMode = 'exclusive',
): Promise<T> {
  let isExclusive = lockMode === 'exclusive' || !database.dialect.writesConcurrently
  for (let attempts = 1; ; attempts++) {
    try {
      // What a write changes follows from all rows; which of them its author may name, the kit asks by limitsOf().
      return await withLimits(null, () => attempt(database, { ...writer, isExclusive }, work))
    } catch (error) {
      if (error instanceof NotExclusive) isExclusive = true
      else if (attempts < maxAttempts && (isConflict(error) || (isUniqueViolation(error) && !isExclusive))) {
        isExclusive ||= attempts >= concurrentAttempts
        await wait(baseDelay * attempts * (0.5 + Math.random()))
      } else throw error
    }
  }
}

async function attempt<T>(
  {
    db,
    dialect,
    commitHooks,
    commitListeners,
    staleKeyListeners,
    discardListeners,
    writing,
    writeQueue,
  }: OpenDatabase,
  writer: Writer & Pick<Write, 'isExclusive'>,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  const notices: Notice[] = []
  const contents: string[] = []
  const lockMode = writer.isExclusive ? 'exclusive' : 'concurrent'
  if (writeQueue.size() >= maxWriters) throw busy(retryAfter)
  const release = await writeQueue.enter(dialect.writesConcurrently ? lockMode : 'concurrent')
  try {
    const { result, leavesKeys } = await db.transaction().execute(async (trx) => {
      await dialect.lock(trx, lockMode)
      const write: Write = { ...writer, db: trx, notices, discarded: contents }
      const result = await work(write)
      if (notices.length > 0) for (const hook of commitHooks) await hook(trx, notices)
      return { result, leavesKeys: write.leavesStaleKeys }
    })
    // Without notices the write may only have checked whether there is something to write.
    if (notices.length > 0) writing.failedAt = null
    if (leavesKeys) for (const notify of staleKeyListeners) notify()
    if (notices.length > 0) for (const publish of commitListeners) publish(notices)
    if (contents.length > 0) for (const discard of discardListeners) discard(contents)
    return result
  } catch (error) {
    if (isUnwritable(error)) writing.failedAt = performance.now()
    throw error
  } finally {
    release()
  }
}

/**
 * Runs a part of a transaction that the rules may refuse: nothing of it stays then, and the transaction goes on.
 * @returns whether it was done.
 */
export async function unlessRefused(write: Write, work: () => Promise<unknown>): Promise<boolean> {
  const { notices, discarded, journal = [] } = write
  const [noticed, thrownAway, told] = [notices.length, discarded.length, journal.length]
  await sql`savepoint refusable`.execute(write.db)
  try {
    await work()
    await sql`release savepoint refusable`.execute(write.db)
    return true
  } catch (error) {
    await sql`rollback to savepoint refusable`.execute(write.db)
    if (!isRefusal(error)) throw error
    notices.length = noticed
    discarded.length = thrownAway
    journal.length = told
    return false
  }
}
