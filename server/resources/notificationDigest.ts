/** A mail each morning of what a user has not read, for those who want it (NOTI-6). */
import type { FastifyInstance } from 'fastify'
import { sql, type SqlBool } from 'kysely'
import type { Person } from '../../src/contract/fields'
import { wallClock } from '../../src/contract/gas/calendar'
import { notificationText } from '../../src/contract/notificationText'
import { notificationsPage, type Notification } from '../../src/contract/notifications'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { withLimits } from '../db/rowLimits'
import { createBackgroundJob, type BackgroundJob } from '../kit/backgroundJob'
import { inTransaction } from '../kit/context'
import { limitsOfUser } from '../kit/limits'
import { escapeHtml } from '../kit/present/escapeHtml'
import { newMessageId } from '../ports/mail/outgoing'
import { installationSender } from './emailLinks'
import { notificationsOf } from './notifications'

/** From this hour of the market's day on. */
const morning = '07:00'

/** Notifications of one mail, and milliseconds between two looks at the clock. */
const maxListed = 20
const interval = 900_000

/** The next user, by id, whose mail of the day has not been sent. */
const nextReader = ({ db }: OpenDatabase, day: string, after: number) =>
  db
    .selectFrom('notification_digests')
    .innerJoin('users', 'users.id', 'notification_digests.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', sql<string>`users.email`.as('email')])
    .where(isUnsent(day))
    .where('users.is_active', '=', true)
    .where('users.is_email_confirmed', '=', true)
    .where('users.email', 'is not', null)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()

const isUnsent = (day: string) => sql<SqlBool>`(sent_on is null or sent_on < ${day})`

/** 'Alder Creek: Pricing due 2026-12-01' */
const sentenceOf = (one: Notification): string =>
  [one.record && `${one.record.name}:`, notificationText(one), one.due?.slice(0, 10)]
    .filter(Boolean)
    .join(' ')

const line = (text: string) => `<li>${escapeHtml(text)}</li>`

/** Mails a user what is unread, once for a day; nothing where all is read. */
async function mailDigest(app: FastifyInstance, reader: Person & { id: number }, day: string): Promise<void> {
  const { config, database, mail } = app
  const { results, unread } = await withLimits(await limitsOfUser(database.db, reader.id), () =>
    notificationsOf(database.db, reader.id, { limit: maxListed, offset: 0, unread: true }),
  )
  const from = installationSender(config)
  const lines = results.map((one) => line(sentenceOf(one)))
  const more = unread > results.length ? '<p>There is more.</p>' : ''
  const url = config.publicUrl === null ? null : escapeHtml(`${config.publicUrl}${notificationsPage}`)
  const link = url === null ? '' : `<p><a href="${url}">${url}</a></p>`
  const post =
    results.length === 0
      ? null
      : await mail.outbox.post({
          from,
          to: [reader],
          subject: `Citygate: ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`,
          text: `<ul>${lines.join('')}</ul>${more}${link}`,
          message_id: newMessageId(from),
          answered: null,
        })
  await inTransaction(database, { actor: null, requestId: null }, async (write) => {
    // Another process may have sent it meanwhile.
    const { numUpdatedRows } = await write.db
      .updateTable('notification_digests')
      .set({ sent_on: day })
      .where('user_id', '=', reader.id)
      .where(isUnsent(day))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await post?.(write)
  })
}

/**
 * Mails the digests of a day that have not been sent. A user whose mail cannot be made keeps no other one waiting.
 * @param isStopped whether to end before the next user.
 */
export async function mailDigests(
  app: FastifyInstance,
  day: string,
  log: (error: unknown) => void,
  isStopped = () => false,
): Promise<void> {
  for (let after = 0; !isStopped();) {
    const reader = await nextReader(app.database, day, after)
    if (!reader) return
    after = reader.id
    await mailDigest(app, reader, day).catch(log)
  }
}

/** Mails digests each morning while the server listens, where the installation sends mail. */
export function createDigestMailer(app: FastifyInstance, log: (error: unknown) => void): BackgroundJob {
  const { config, database } = app
  const job = createBackgroundJob(
    async () => {
      const { day, time } = wallClock(nowOf(database.db).toISOString(), config.marketTimeZone)
      if (config.smtpUrl !== null && time >= morning) await mailDigests(app, day, log, () => job.isStopped)
    },
    interval,
    log,
  )
  return job
}
