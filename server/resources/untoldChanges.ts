/**
 * Tells the participants of events what changes have made of them. Each change waits in the database, written in its own
 * transaction, until it has been told: so nobody waits for the mail, and no invitation is lost where a process is killed.
 * Of one event, changes are told one after the other; what fails is tried again, until the change is three days old.
 */
import type { FastifyInstance } from 'fastify'
import type { Person } from '../../src/contract/kit'
import { inTransaction } from '../kit/context'
import type { Within } from '../kit/http/routes'
import type { ApiRecord } from '../kit/read/records'
import { createRounds } from '../kit/rounds'
import type { CalendarEvent, Invitations } from '../ports/mail'
import { accountOf } from '../ports/mail/accounts'
import type { Change } from '../kit/http/ahead'

/** Milliseconds: between looks at what others have left, before a second try, at most before another, and until the last. */
const rest = 5_000
const firstPause = 30_000
const longestPause = 3_600_000
const patience = 3 * 86_400_000

const now = () => new Date().toISOString()
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** The event before and after a change, which never makes it somebody else's. */
export async function eventsOf(
  { database }: FastifyInstance,
  { before, after }: Change,
  author: Person,
): Promise<{ then: CalendarEvent | null; now: CalendarEvent | null }> {
  const creator = (before?.['created_by'] ?? null) as number | null
  const organizer = (creator !== null && (await accountOf(database.db, creator)).person) || author
  const eventOf = (record: ApiRecord | null) =>
    record && { ...(record as unknown as Omit<CalendarEvent, 'organizer'>), organizer }
  return { then: eventOf(before), now: eventOf(after) }
}

/** Keeps what changes of events are to be told, and tells it. */
export function createUntoldChanges(app: FastifyInstance, invitations: Invitations) {
  const { database } = app
  const { db } = database

  /** The oldest change that is due; none of those before it of the same event waits. */
  const next = () =>
    db
      .selectFrom('untold_changes as change')
      .selectAll('change')
      .where('next_at', '<=', now())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('untold_changes as earlier')
              .select('earlier.id')
              .whereRef('earlier.event', '=', 'change.event')
              .whereRef('earlier.id', '<', 'change.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()

  type Untold = NonNullable<Awaited<ReturnType<typeof next>>>

  /** What is to be stored of the messages that tell of a change; undefined where there is nobody to tell, or to tell it. */
  const messagesOf = async ({ actor, before, after }: Untold) => {
    const { person: author, isConnected } = await accountOf(db, actor)
    if (!author || !isConnected) return undefined
    const change = { before: read(before), after: read(after) }
    const { then, now } = await eventsOf(app, change, author)
    if (!then) return now ? invitations.created(now, author) : undefined
    return now ? invitations.changed(now, then, author) : invitations.removed(then, author)
  }

  const forget = (id: number) => db.deleteFrom('untold_changes').where('id', '=', id).execute()

  const tell = async (untold: Untold) => {
    const { id, actor, request_id: requestId } = untold
    const store = await messagesOf(untold)
    if (!store) {
      await forget(id)
      return
    }
    await inTransaction(database, { actor, requestId }, async (write) => {
      const { numDeletedRows } = await write.db
        .deleteFrom('untold_changes')
        .where('id', '=', id)
        .executeTakeFirst()
      // Another process may have told it meanwhile.
      if (numDeletedRows > 0n) await store(write)
    })
  }

  /** Puts a change off that could not be told, and those after it with it. */
  const putOff = async ({ id, event, attempts, created_at }: Untold) => {
    // Whatever has waited for others, or for the server to be started, is tried more than once.
    if (attempts > 0 && Date.now() - new Date(created_at).getTime() > patience) {
      app.log.warn({ event }, 'participants not told for three days, and never will be')
      await forget(id)
    } else
      await db
        .updateTable('untold_changes')
        .set({
          attempts: attempts + 1,
          next_at: inFuture(Math.min(firstPause * 2 ** attempts, longestPause)),
        })
        .where('id', '=', id)
        .execute()
  }

  const log = (err: unknown) => app.log.warn({ err }, 'participants not told')
  const rounds = createRounds(
    async () => {
      for (let untold = await next(); untold && !rounds.isStopped; untold = await next())
        try {
          await tell(untold)
        } catch (error) {
          log(error)
          await putOff(untold)
        }
    },
    rest,
    log,
  )

  /** Keeps a change with the change itself. */
  const keep: Within = async ({ db: trx, actor, requestId }, event, { before, after }) => {
    if (actor === null) return
    const at = now()
    await trx
      .insertInto('untold_changes')
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

  return { keep, wake: rounds.wake, stop: rounds.stop }
}

const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as ApiRecord))
