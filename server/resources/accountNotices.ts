/** Mails that tell users what was done to their account (RESET-3, MFA-9). */
import type { FastifyInstance } from 'fastify'
import type { Write } from '../kit/context'
import { escapeHtml } from '../kit/present/escapeHtml'
import { newMessageId } from '../ports/mail/outgoing'
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
