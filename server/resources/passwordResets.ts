/** Links by which users who have forgotten their password set a new one (RESET-1, RESET-2). */
import type { FastifyInstance } from 'fastify'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/fields'
import { passwordResetPage } from '../../src/contract/users'
import { nowOf, nowPlus } from '../db/clock'
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'
import { escapeHtml } from '../kit/present/escapeHtml'
import { newMessageId } from '../ports/mail/outgoing'
import { recordEmailRequest, secondsUntilEmailAccepted } from '../services/sessions/limits'
import { installationSender } from './emailLinks'
import { hashOfLink, linkLifetime, newLinkToken } from './linkTokens'

type Db = Write['db']

/** An account whose password can be reset, and where the link to it goes. */
interface ResetAccount extends Person {
  id: number
  username: string
}

/**
 * Accounts that a link can be sent to: active ones with a confirmed email and a password, which no directory knows: who is
 * known there signs in there.
 */
const resettable = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name'])
    .where('is_active', '=', true)
    .where('is_email_confirmed', '=', true)
    .where('email', 'is not', null)
    .where('password_hash', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('identities').select('subject').whereRef('identities.user', '=', 'users.id'))),
    )

const withEmail = <T extends { email: string | null }>(account: T): T & { email: string } => ({
  ...account,
  email: account.email ?? '',
})

/**
 * Milliseconds after users have changed their own email in which no link goes there: a session is no proof of the password, and
 * the old mailbox is told meanwhile.
 */
const changedEmailHold = 3 * 86_400_000

/** The accounts with a username or a confirmed email: one user may have the email of another as the username. */
export async function findResettable(db: Db, account: string): Promise<ResetAccount[]> {
  const held = new Date(nowOf(db).getTime() - changedEmailHold).toISOString()
  const found = await resettable(db)
    .where(({ eb, or }) => or([eb('email_changed_at', 'is', null), eb('email_changed_at', '<', held)]))
    .where(({ eb, or }) => or([eb('username_key', '=', fold(account)), eb('email_key', '=', fold(account))]))
    .orderBy('id')
    .execute()
  return found.map(withEmail)
}

/**
 * Mails a link to an account; nothing where its email has been sent several links lately, of any kind.
 * @param origin under which browsers reach this server.
 */
export async function sendResetLink(
  { config, mail: { outbox } }: FastifyInstance,
  write: Write,
  account: ResetAccount,
  origin: string,
): Promise<void> {
  const { db } = write
  const now = nowOf(db)
  if ((await secondsUntilEmailAccepted(db, account.email, now)) > 0) return
  await recordEmailRequest(db, account.email, now)
  const token = newLinkToken()
  await db
    .insertInto('password_resets')
    .values({
      token_hash: hashOfLink(token),
      user_id: account.id,
      email: account.email,
      expires_at: new Date(now.getTime() + linkLifetime).toISOString(),
    })
    .execute()
  const from = installationSender(config)
  const link = escapeHtml(`${origin}${passwordResetPage}#${token}`)
  const store = await outbox.post({
    from,
    to: [account],
    subject: 'Set a new password',
    text: `<p>A new password for the user ${escapeHtml(account.username)} of Citygate was asked for. If it was you, open this link within an hour:</p><p><a href="${link}">${link}</a></p><p>If it was not you, do nothing: your password stays as it is.</p>`,
    message_id: newMessageId(from),
    answered: null,
  })
  await store(write)
}

/** The account of a link that is good: not expired, not used, and sent to the email that the account still has. */
export async function findByResetLink(db: Db, token: string): Promise<ResetAccount | undefined> {
  const link = await db
    .selectFrom('password_resets')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashOfLink(token))
    .where('expires_at', '>', nowPlus(db, 0))
    .executeTakeFirst()
  if (!link) return undefined
  const found = await resettable(db).where('id', '=', link.user_id).executeTakeFirst()
  if (!found || found.email === null || emailKey(found.email) !== emailKey(link.email)) return undefined
  return withEmail(found)
}
