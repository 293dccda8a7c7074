/**
 * Mail on its way to the mail server. It waits in the database, written in the transaction of what it tells of, so
 * that neither is there without the other; a worker of each process hands it over, and tries again for three days.
 *
 * An attempt is claimed for longer than it can last, so that no two make it at once, whatever process they run in. What
 * was under way when a process was killed is tried again when its claim has run out. There is one moment that cannot
 * be made safe, between the server's 250 and our commit: where that answer is lost, or who waits for it is killed, the
 * message is sent once more rather than lost. It has the same Message-ID then, by which mail programs tell that they
 * have it.
 */
import { randomUUID } from 'node:crypto'
import type { Person } from '../../../src/contract/kit'
import type { OpenDatabase } from '../../db/dialect'
import { inTransaction, type Write } from '../../kit/context'
import { createRounds } from '../../kit/rounds'
import { escapeHtml } from '../../kit/present/escapeHtml'
import { putInto } from './mailboxes'

/** A message as it goes out. */
export interface Outgoing {
  message_id: string
  /** The user who hears of it when it cannot be sent. */
  author: number | null
  subject: string
  sender: string
  recipients: readonly string[]
  content: string
}

/** What became of an attempt that ended: emails that the server refused, and its reason. */
export interface Refused {
  emails: readonly string[]
  why: string
}

interface QueueParts {
  database: OpenDatabase
  /**
   * Hands a message to the mail server.
   * @returns what it refused for good.
   * @throws Error of any kind for what is to be tried again.
   */
  send: (mail: Outgoing) => Promise<Refused>
  /** Milliseconds that this takes at most. */
  longest: number
  /** Whom the user hears from about what could not be sent. */
  postmaster: (author: Person) => Person
  log: (error: unknown) => void
}

/** Milliseconds: by which a claim is longer than any attempt; between looks at what others have left. */
const spare = 50_000
const rest = 5_000
const firstPause = 30_000
const longestPause = 3_600_000
const patience = 3 * 86_400_000

const system = { actor: null, requestId: null }
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

export function createQueue({ database, send, longest, postmaster, log }: QueueParts) {
  /** The message that has waited longest, claimed for an attempt. */
  const claim = (by: string) =>
    inTransaction(database, system, async ({ db }) => {
      const now = inFuture(0)
      const row = await db
        .selectFrom('outbox')
        .selectAll()
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!row) return undefined
      // Of two that have seen it the second one finds that it is not due any more.
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ claimed_by: by, next_at: inFuture(longest + spare) })
        .where('id', '=', row.id)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? row : undefined
    })

  /** Takes the message out of the queue, and tells its author of whatever was refused. */
  const finish = (id: number, by: string, mail: Outgoing, { emails, why }: Refused) =>
    inTransaction(database, system, async (write) => {
      const { numDeletedRows } = await write.db
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('claimed_by', '=', by)
        .executeTakeFirst()
      if (numDeletedRows > 0n && emails.length > 0) await tellAuthor(write, mail, emails, why)
    })

  const tellAuthor = async (write: Write, mail: Outgoing, emails: readonly string[], why: string) => {
    const author = await write.db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', '=', mail.author)
      .executeTakeFirst()
    if (!author || author.email === null) return
    const person = { ...author, email: author.email }
    const message_id = `${randomUUID()}@citygate.invalid`
    await putInto(write, author.id, {
      from: postmaster(person),
      to: [person],
      subject: `Not delivered: ${mail.subject}`.slice(0, 255),
      text: `<p>Your message could not be delivered to ${escapeHtml(emails.join(', '))}.</p><p>${escapeHtml(why)}</p>`,
      message_id,
      in_reply_to: mail.message_id,
      thread: mail.message_id,
    })
  }

  const sendNext = async (): Promise<boolean> => {
    const by = randomUUID()
    const row = await claim(by)
    if (!row) return false
    const mail = { ...row, recipients: row.recipients.split('\n') }
    try {
      await finish(row.id, by, mail, await send(mail))
    } catch (error) {
      log(error)
      const age = Date.now() - new Date(row.created_at).getTime()
      if (age > patience)
        await finish(row.id, by, mail, {
          emails: mail.recipients,
          why: 'The mail server could not be reached for three days.',
        })
      else
        await database.db
          .updateTable('outbox')
          .set({
            attempts: row.attempts + 1,
            next_at: inFuture(Math.min(firstPause * 2 ** row.attempts, longestPause)),
            claimed_by: null,
          })
          .where('id', '=', row.id)
          .where('claimed_by', '=', by)
          .execute()
    }
    return true
  }

  const rounds = createRounds(
    async () => {
      while (!rounds.isStopped && (await sendNext()));
    },
    rest,
    log,
  )

  return {
    /** Looks now whether there is something to send. */
    wake: rounds.wake,
    async enqueue({ db }: Write, { recipients, ...mail }: Outgoing): Promise<void> {
      const now = inFuture(0)
      await db
        .insertInto('outbox')
        .values({ ...mail, recipients: recipients.join('\n'), created_at: now, next_at: now })
        .execute()
      // By then the transaction has been committed; where it has not, the next look finds it.
      setTimeout(rounds.wake, 100).unref()
    },
    /** How many messages wait. */
    async waiting(): Promise<number> {
      const { count } = await database.db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /** Lets an attempt that is under way come to its end. */
    stop: rounds.stop,
  }
}
