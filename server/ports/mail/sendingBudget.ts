/** The daily mail budget of a user: messages times recipients, sent in any way (TRUST-42). */
import { sql } from 'kysely'
import { tooMuchMail } from '../../../src/contract/mail'
import { nowOf } from '../../db/clock'
import type { Write } from '../../kit/context'
import { retryLater } from '../../kit/errors'
import { recipientsOfChange, type EventChange } from './invitations'

/** Milliseconds; a day begins with the first message after the previous day. */
const day = 86_400_000

/**
 * Charges recipients to a user's budget, in the transaction of the message.
 * @throws ApiError 429 where it is exceeded, with the beginning of the next day; the transaction is rolled back.
 */
export async function chargeBudget(
  write: Write,
  user: number,
  recipients: number,
  limit: number,
): Promise<void> {
  if (recipients === 0) return
  const { since, spent } = await count(write, user, recipients)
  if (spent <= limit) return
  const seconds = Math.max(1, Math.ceil((Date.parse(since) + day - nowOf(write.db).getTime()) / 1_000))
  const left = Math.max(0, limit - spent + recipients)
  throw retryLater(
    429,
    tooMuchMail,
    `One user may write to ${limit} recipients a day, and ${left} are left of them.`,
    seconds,
  )
}

/** When a user may send one more message; null: now. */
export async function budgetOpensAt(db: Write['db'], user: number, limit: number): Promise<string | null> {
  const row = await db
    .selectFrom('mail_budgets')
    .select(['since', 'spent'])
    .where('user', '=', user)
    .executeTakeFirst()
  if (!row || row.spent < limit) return null
  const ends = Date.parse(row.since) + day
  return ends > nowOf(db).getTime() ? new Date(ends).toISOString() : null
}

/**
 * Charges the recipients of a change of a meeting. Cancellations are free: they must be sent in any case, and have no
 * more recipients than the invitations.
 * @throws ApiError 429 as spend does.
 */
export async function chargeForChange(
  write: Write,
  user: number,
  meeting: EventChange,
  limit: number,
): Promise<void> {
  const { added, stayed, gone } = recipientsOfChange(meeting)
  if (gone.length > 0) await count(write, user, gone.length)
  await chargeBudget(write, user, added.length + stayed.length, limit)
}

/** In one statement, so that two concurrent messages of a user are both counted. */
async function count(
  { db }: Write,
  user: number,
  recipients: number,
): Promise<{ since: string; spent: number }> {
  const now = nowOf(db).getTime()
  const since = new Date(now).toISOString()
  const isToday = sql`mail_budgets.since > ${new Date(now - day).toISOString()}`
  return db
    .insertInto('mail_budgets')
    .values({ user, since, spent: recipients })
    .onConflict((conflict) =>
      conflict.column('user').doUpdateSet({
        since: sql<string>`case when ${isToday} then mail_budgets.since else ${since} end`,
        spent: sql<number>`case when ${isToday} then mail_budgets.spent else 0 end + ${recipients}`,
      }),
    )
    .returning(['since', 'spent'])
    .executeTakeFirstOrThrow()
}
