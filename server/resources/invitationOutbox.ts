/**
 * The outbox of invitations: reports changes of events to their participants. Each change is stored in the database, in
 * its own transaction, until it has been reported: so no request waits for the mail, and no invitation is lost where a
 * process is killed. Changes of one event are reported in order; failures are retried until the change is three days
 * old.
 */
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { nowPlus, nowOf } from '../db/clock'
import type { Person } from '../../src/contract/fields'
import type { Tables } from '../db/tables'
import { inTransaction } from '../kit/context'
import type { TransactionHook } from '../kit/http/routes'
import type { ApiRecord } from '../kit/read/records'
import { createBackgroundJob } from '../kit/backgroundJob'
import type { CalendarEvent, Invitations } from '../ports/mail'
import { accountOf } from '../ports/mail/accounts'
import { chargeForChange } from '../ports/mail/sendingBudget'
import type { Change } from '../kit/http/externalCall'

/**
 * Milliseconds: interval of runs for entries of other processes, delay of the first retry, longest delay, and age of
 * the last retry.
 */
const retryInterval = 5_000
const firstPause = 30_000
const longestPause = 3_600_000
const maxAge = 3 * 86_400_000

/** Entries stored before the schema was migrated lack whole days and zones. */
type Kept = Omit<CalendarEvent, 'organizer' | 'all_day' | 'time_zone'> &
  Partial<Pick<CalendarEvent, 'all_day' | 'time_zone'>>

/** The event before and after a change, which never changes its organizer. */
export async function eventsOf(
  db: Kysely<Tables>,
  { before, after }: Change,
  author: Person,
): Promise<{ previous: CalendarEvent | null; current: CalendarEvent | null }> {
  const creator = (before?.['created_by'] ?? null) as number | null
  const owner = creator ?? author.id
  const account = owner === null ? null : await accountOf(db, owner)
  const organizer = account?.person ?? author
  const eventOf = (record: ApiRecord | null) => {
    if (!record) return null
    const event = record as unknown as Kept
    return {
      ...event,
      all_day: event.all_day ?? false,
      time_zone: event.time_zone ?? account?.timeZone ?? null,
      organizer,
    }
  }
  return { previous: eventOf(before), current: eventOf(after) }
}

/** Stores changes of events and reports them. */
export function createInvitationOutbox(app: FastifyInstance, invitations: Invitations) {
  const { database } = app
  const { db } = database

  /** The oldest due change without a pending earlier one of the same event. */
  const next = () =>
    db
      .selectFrom('invitation_outbox as change')
      .selectAll('change')
      .where('next_at', '<=', nowPlus(db, 0))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('invitation_outbox as earlier')
              .select('earlier.id')
              .whereRef('earlier.event', '=', 'change.event')
              .whereRef('earlier.id', '<', 'change.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()

  type OutboxEntry = NonNullable<Awaited<ReturnType<typeof next>>>

  /**
   * The messages that report a change, to be stored; undefined without recipients, or without an account to send from.
   */
  const messagesOf = async ({ actor, before, after }: OutboxEntry) => {
    const { person: author, isConnected } = await accountOf(db, actor)
    if (!author || !isConnected) return undefined
    const change = { before: read(before), after: read(after) }
    const { previous, current } = await eventsOf(db, change, author)
    if (!previous) return current ? invitations.created(current, author) : undefined
    return current ? invitations.changed(current, previous, author) : invitations.removed(previous, author)
  }

  const forget = (id: number) => db.deleteFrom('invitation_outbox').where('id', '=', id).execute()

  const deliverEntry = async (entry: OutboxEntry) => {
    const { id, actor, request_id: requestId } = entry
    const store = await messagesOf(entry)
    if (!store) {
      await forget(id)
      return
    }
    await inTransaction(database, { actor, requestId }, async (write) => {
      const { numDeletedRows } = await write.db
        .deleteFrom('invitation_outbox')
        .where('id', '=', id)
        .executeTakeFirst()
      // Another process may have reported it meanwhile.
      if (numDeletedRows > 0n) await store(write)
    })
  }

  /** Delays a change that could not be reported, and those after it. */
  const reschedule = async ({ id, event, attempts, created_at }: OutboxEntry) => {
    // An old entry, delayed by others or by a stopped server, still gets more than one attempt.
    if (attempts > 0 && nowOf(db).getTime() - new Date(created_at).getTime() > maxAge) {
      app.log.warn({ event }, 'invitations not sent for three days, and never will be')
      await forget(id)
    } else
      await db
        .updateTable('invitation_outbox')
        .set({
          attempts: attempts + 1,
          next_at: nowPlus(db, Math.min(firstPause * 2 ** attempts, longestPause)),
        })
        .where('id', '=', id)
        .execute()
  }

  const log = (err: unknown) => app.log.warn({ err }, 'invitations not sent')
  const job = createBackgroundJob(
    async () => {
      for (let entry = await next(); entry && !job.isStopped; entry = await next())
        try {
          await deliverEntry(entry)
        } catch (error) {
          log(error)
          await reschedule(entry)
        }
    },
    retryInterval,
    log,
  )

  /** Stores a change with the change itself, at the cost of its author's budget. */
  const keep: TransactionHook = async (write, event, change) => {
    const { db: trx, actor, requestId } = write
    if (actor === null) return
    const { person: author, isConnected } = await accountOf(trx, actor)
    if (author && isConnected) {
      const meeting = { ...(await eventsOf(trx, change, author)), author }
      await chargeForChange(write, actor, meeting, app.config.mailDailyLimit)
    }
    const { before, after } = change
    const at = nowPlus(trx, 0)
    await trx
      .insertInto('invitation_outbox')
      .values({
        event,
        actor,
        request_id: requestId,
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
        created_at: at,
        next_at: at,
      })
      .execute()
  }

  return { keep, wake: job.wake, stop: job.stop }
}

const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as ApiRecord))
