/** Mails that tell users what was done to their account (RESET-3, MFA-9). */
import type { FastifyInstance } from 'fastify'
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
  if (!owner || owner.email === null) return
  const from = installationSender(app.config)
  const store = await app.mail.outbox.post({
    from,
    to: [{ ...owner, email: owner.email }],
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
