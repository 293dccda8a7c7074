/** The backups of an installation, which every process of it knows (docs/decisions/031-backups.md). */
import type { Kysely, Transaction } from 'kysely'
import { nowOf, nowPlus } from './clock'
import type { OpenDatabase } from './dialects'
import type { Tables } from './tables'

/** Milliseconds that a backup is believed to be under way without a sign of its process. */
export const holdTime = 300_000
/** Milliseconds after which a scheduled backup is tried again that has failed. */
const retryTime = 900_000
/** Rows that are kept. */
const remembered = 1_000

/** A time between two scheduled backups, in milliseconds. */
export interface Schedule {
  every: number
}

/** What is known of backups. Moments in ISO 8601. */
export interface BackupStatus {
  lastSuccess: { at: string; file: string; size: number } | null
  /** The last one that has failed, or whose process has ended before it. */
  lastFailure: { at: string; file: string; reason: string } | null
}

/** Milliseconds since the last row of a selection began; Infinity without one. */
const age = (db: Kysely<Tables>, row: { started_at: string } | undefined): number =>
  row ? nowOf(db).getTime() - new Date(row.started_at).getTime() : Infinity

/** Whether the schedule wants a backup now: none is under way, and the last one is old enough. */
export async function isDue(db: Kysely<Tables>, { every }: Schedule): Promise<boolean> {
  const rows = db.selectFrom('backups').selectAll().where('is_scheduled', '=', true)
  const last = await rows.orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last?.held_until != null && new Date(last.held_until) > nowOf(db)) return false
  const isDone = last?.ended_at != null && last.failure === null
  return age(db, last) >= (isDone ? every : Math.min(every, retryTime))
}

/**
 * Begins a backup: until it has ended, no content of a file is removed that a row names now, in any process.
 * @param schedule that wants it; null: it is wanted by itself.
 * @returns its id; null where the schedule wants none now, or another process has begun it.
 */
export const beginBackup = (
  { db, dialect }: OpenDatabase,
  file: string,
  schedule: Schedule | null,
): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    await dialect.lock(trx, 'exclusive')
    if (schedule && !(await isDue(trx, schedule))) return null
    const { id } = await trx
      .insertInto('backups')
      .values({
        file,
        is_scheduled: schedule !== null,
        started_at: nowOf(db).toISOString(),
        held_until: nowPlus(db, holdTime),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await forgetOld(trx, id)
    return id
  })

/** Deletes rows of long ago, but the last success. */
async function forgetOld(trx: Transaction<Tables>, id: number): Promise<void> {
  const success = await lastSuccess(trx).executeTakeFirst()
  await trx
    .deleteFrom('backups')
    .where('id', '<=', id - remembered)
    .where('id', '!=', success?.id ?? 0)
    .execute()
}

/** Says that a backup is still under way. */
export const extendHold = async ({ db }: OpenDatabase, id: number): Promise<void> => {
  await db
    .updateTable('backups')
    .set({ held_until: nowPlus(db, holdTime) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a backup, with its size in bytes or the reason of its failure. */
export const endBackup = async (
  { db }: OpenDatabase,
  id: number,
  outcome: { size: number } | { failure: string },
): Promise<void> => {
  await db
    .updateTable('backups')
    .set({ ...outcome, held_until: null, ended_at: nowOf(db).toISOString() })
    .where('id', '=', id)
    .execute()
}

/**
 * Whether a backup is under way, whose snapshot may name contents that no row names any more. Asked after the commit by
 * which a content lost its row: a backup that begins later has no such row either.
 */
export async function areContentsHeld({ db }: Pick<OpenDatabase, 'db'>): Promise<boolean> {
  const held = await db
    .selectFrom('backups')
    .select('id')
    .where('held_until', '>', nowOf(db).toISOString())
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

const lastSuccess = (db: Kysely<Tables>) =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('ended_at', 'is not', null)
    .where('failure', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)

/** The last success and the last failure. */
export async function backupStatus({ db }: Pick<OpenDatabase, 'db'>): Promise<BackupStatus> {
  const success = await lastSuccess(db).executeTakeFirst()
  const failure = await db
    .selectFrom('backups')
    .selectAll()
    .where(({ eb, and, or }) =>
      or([
        eb('failure', 'is not', null),
        and([eb('ended_at', 'is', null), eb('held_until', '<=', nowOf(db).toISOString())]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    lastSuccess: success
      ? { at: success.ended_at ?? success.started_at, file: success.file, size: success.size ?? 0 }
      : null,
    lastFailure: failure
      ? {
          at: failure.ended_at ?? failure.started_at,
          file: failure.file,
          reason: failure.failure ?? 'its process ended before it was done',
        }
      : null,
  }
}

/**
 * A warning for operators where the last backup has failed, or the last success is older than the schedule allows.
 * @param since the start of this process: one for a backup that ends before it begins leaves no failure. Null: not known.
 */
export function backupWarning(
  db: Kysely<Tables>,
  { lastSuccess, lastFailure }: BackupStatus,
  schedule: Schedule | null,
  since: Date | null = null,
): string | null {
  if (lastFailure && (!lastSuccess || lastFailure.at > lastSuccess.at)) return 'the last backup has failed'
  const due = lastSuccess ? new Date(lastSuccess.at) : since
  const isLate = schedule && due && nowOf(db).getTime() - due.getTime() > 2 * schedule.every
  if (!isLate) return null
  return lastSuccess ? `the last backup is of ${lastSuccess.at}` : 'no scheduled backup has been made so far'
}
