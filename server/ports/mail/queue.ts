/**
 * The queue of mail for the mail server. It is in the database, written in the transaction of the change that it
 * reports, so that either both exist or neither; a worker of each process hands it over, with retries for three days.
 *
 * An attempt is claimed for longer than it can last, so that no two processes make it at once. The attempt of a killed
 * process is repeated when its claim has expired. One gap cannot be closed, between the server's 250 and our commit:
 * where that answer is lost, or the process is killed, the message is sent once more rather than lost. It then has the
 * same Message-ID, by which mail programs detect duplicates.
 */
import { randomUUID } from 'node:crypto'
import type { Person } from '../../../src/contract/fields'
import { nowPlus, nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { inTransaction, type Write } from '../../kit/context'
import { createBackgroundJob } from '../../kit/backgroundJob'
import { escapeHtml } from '../../kit/present/escapeHtml'
import { storeReceivedCopy } from './mailboxes'

/** An outgoing message. */
export interface Outgoing {
  message_id: string
  /** The user to notify when it cannot be sent. */
  author: number | null
  subject: string
  sender: string
  recipients: readonly string[]
  /** '' where it lies in the file store. */
  content: string
  content_key: string | null
  /** Bytes there. */
  content_size: number | null
}

/** The result of an attempt: emails that the server refused, and its reason. */
export interface RefusedRecipients {
  emails: readonly string[]
  why: string
}

interface QueueParts {
  database: OpenDatabase
  /**
   * Hands a message to the mail server.
   * @returns what it refused for good.
   * @throws Error of any kind for failures to be retried.
   */
  send: (mail: Outgoing) => Promise<RefusedRecipients>
  /** Milliseconds that this takes at most. */
  longest: (mail: Pick<Outgoing, 'content_size'>) => number
  /** The sender of notifications about undeliverable mail. */
  postmaster: (author: Person) => Person
  log: (error: unknown) => void
}

/** Milliseconds: by which a claim is longer than any attempt; interval of runs for messages of other processes. */
const spare = 50_000
const rest = 5_000
const firstPause = 30_000
const longestPause = 3_600_000
const patience = 3 * 86_400_000

const system = { actor: null, requestId: null }

export function createQueue({ database, send, longest, postmaster, log }: QueueParts) {
  /** The message that has been due longest, claimed for an attempt. */
  const claim = (by: string) =>
    inTransaction(database, system, async ({ db }) => {
      const now = nowPlus(db, 0)
      const row = await db
        .selectFrom('outbox')
        .selectAll()
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!row) return undefined
      // Of two processes that read it the second one finds that it is not due any more.
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ claimed_by: by, next_at: nowPlus(db, longest(row) + spare) })
        .where('id', '=', row.id)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? row : undefined
    })

  /** Removes the message from the queue, and notifies its author of refused recipients. */
  const finish = (id: number, by: string, mail: Outgoing, { emails, why }: RefusedRecipients) =>
    inTransaction(database, system, async (write) => {
      const { numDeletedRows } = await write.db
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('claimed_by', '=', by)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return
      if (mail.content_key !== null) write.discarded.push(mail.content_key)
      if (emails.length > 0) await tellAuthor(write, mail, emails, why)
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
    await storeReceivedCopy(write, author.id, {
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
      const age = nowOf(database.db).getTime() - new Date(row.created_at).getTime()
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
            next_at: nowPlus(database.db, Math.min(firstPause * 2 ** row.attempts, longestPause)),
            claimed_by: null,
          })
          .where('id', '=', row.id)
          .where('claimed_by', '=', by)
          .execute()
    }
    return true
  }

  const job = createBackgroundJob(
    async () => {
      while (!job.isStopped && (await sendNext()));
    },
    rest,
    log,
  )

  return {
    /** Starts a run now. */
    wake: job.wake,
    async enqueue({ db }: Write, { recipients, ...mail }: Outgoing): Promise<void> {
      const now = nowPlus(db, 0)
      await db
        .insertInto('outbox')
        .values({ ...mail, recipients: recipients.join('\n'), created_at: now, next_at: now })
        .execute()
      // By then the transaction has been committed; if not, the next run finds it.
      setTimeout(job.wake, 100).unref()
    },
    /** How many messages are queued. */
    async waiting(): Promise<number> {
      const { count } = await database.db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /** Waits for the current attempt to end. */
    stop: job.stop,
  }
}
