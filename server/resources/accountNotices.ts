/** Mails that tell users what was done to their account (RESET-3, MFA-9). */
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../src/contract'
import { deviceIn } from '../../src/contract/device'
import { nowOf } from '../db/clock'
import type { Write } from '../kit/context'
import { escapeHtml } from '../kit/present/escapeHtml'
import { newMessageId } from '../ports/mail/outgoing'
import type { SessionClient } from '../services/sessions'
import { installationSender, sendsLinks } from './emailLinks'

interface AccountNotice {
  subject: string
  /** Paragraphs of plain text. */
  paragraphs: readonly string[]
}

type Recipient = Pick<Row<'users'>, 'id' | 'first_name' | 'last_name'> & { email: string }

/**
 * Queues a mail to the confirmed email of an active user, in the transaction of what it tells of; nothing where there is
 * none, or where this installation sends no mail.
 */
export async function mailAccountNotice(
  app: FastifyInstance,
  write: Write,
  user: number,
  { subject, paragraphs }: AccountNotice,
): Promise<void> {
  if (!sendsLinks(app)) return
  const owner = await write.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', '=', user)
    .where('is_active', '=', true)
    .where('is_email_confirmed', '=', true)
    .executeTakeFirst()
  if (owner?.email != null)
    await mailTo(app, write, { ...owner, email: owner.email }, { subject, paragraphs })
}

/** Tells the mailbox that a user has had until now that it is that no longer (RESET-4). */
export async function mailFormerEmail(app: FastifyInstance, write: Write, former: Recipient): Promise<void> {
  if (!sendsLinks(app)) return
  await mailTo(app, write, former, {
    subject: 'The email of your account has changed',
    paragraphs: [
      'Your account in Citygate has another email now, and this one gets no mail about it any more.',
      'If it was not you, set a new password at once, and tell your contact at the provider.',
    ],
  })
}

async function mailTo(
  app: FastifyInstance,
  write: Write,
  recipient: Recipient,
  { subject, paragraphs }: AccountNotice,
): Promise<void> {
  const from = installationSender(app.config)
  const store = await app.mail.outbox.post({
    from,
    to: [recipient],
    subject,
    text: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join(''),
    message_id: newMessageId(from),
    answered: null,
  })
  await store(write)
}

/** Tells of a sign-in from a browser and an address that the account has not been used from lately, where its user wants it. */
export async function mailNewPlace(
  app: FastifyInstance,
  write: Write,
  user: number,
  { address, userAgent }: SessionClient,
): Promise<void> {
  const muted = await write.db
    .selectFrom('sign_in_mail_mutes')
    .select('user_id')
    .where('user_id', '=', user)
    .executeTakeFirst()
  if (muted) return
  const at = nowOf(write.db).toISOString().slice(0, 16).replace('T', ' ')
  await mailAccountNotice(app, write, user, {
    subject: 'A new sign-in to your account',
    paragraphs: [
      `Your account in Citygate was signed in to at ${at} UTC, by ${deviceIn(userAgent ?? null)} from ${address}. Neither was used for it within 30 days.`,
      'If it was not you, set a new password at once: that ends all other sessions. Your account page lists the devices, and turns these mails off.',
    ],
  })
}
