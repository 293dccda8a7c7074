/** Links that confirm users' emails (TRUST-42): each is valid for an hour and once. */
import type { FastifyInstance } from 'fastify'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/fields'
import { emailConfirmationPage } from '../../src/contract/users'
import { nowPlus, nowOf } from '../db/clock'
import type { Write } from '../kit/context'
import { retryLater } from '../kit/errors'
import { escapeHtml } from '../kit/present/escapeHtml'
import type { Mail } from '../ports/mail/outgoing'
import { newMessageId } from '../ports/mail/outgoing'
import { peopleAt } from '../ports/mail/people'
import { recordEmailRequest, secondsUntilEmailAccepted } from '../services/sessions/limits'
import { hashOfLink, linkLifetime, newLinkToken } from './linkTokens'

/** The purpose of a link. */
interface EmailClaim {
  email: string
  /** The user whose email it becomes; null for an applicant, who has no account so far. */
  user: number | null
  /** The account to create, as JSON text. */
  registration: string | null
}

/** The sender of the installation's own mail. */
export const installationSender = ({
  mailFrom,
  supportEmail,
}: Pick<FastifyInstance['config'], 'mailFrom' | 'supportEmail'>): Person => ({
  id: null,
  email: supportEmail ?? mailFrom,
  first_name: 'Citygate',
  last_name: null,
})

/** Whether links can be sent at all; otherwise the provider's team confirms emails. */
export const sendsLinks = ({ config }: FastifyInstance): boolean => config.smtpUrl !== null

const texts = {
  registration: {
    before: 'Somebody, maybe you, has asked for an account in Citygate with this email.',
    otherwise: 'If it was not you, do nothing: no account is made.',
  },
  user: {
    before: 'A user of Citygate, maybe you, has entered this email as theirs.',
    otherwise: 'If it was not you, do nothing: the email counts as nobody’s.',
  },
}

/**
 * Stores a link to an email, in the transaction of its purpose. The number of links to one email is limited, across all
 * requests.
 * @param origin under which browsers reach this server.
 * @returns seconds until the next one, where this one was not sent.
 */
export async function sendLink(
  { config, mail: { outbox } }: FastifyInstance,
  write: Write,
  claim: EmailClaim,
  origin: string,
): Promise<number> {
  const { db } = write
  const now = nowOf(db)
  const wait = await secondsUntilEmailAccepted(db, claim.email, now)
  if (wait > 0) return wait
  await recordEmailRequest(db, claim.email, now)
  const token = newLinkToken()
  await db.deleteFrom('email_claims').where('expires_at', '<=', now.toISOString()).execute()
  if (claim.user !== null) await db.deleteFrom('email_claims').where('user', '=', claim.user).execute()
  await db
    .insertInto('email_claims')
    .values({
      ...claim,
      token_hash: hashOfLink(token),
      expires_at: new Date(now.getTime() + linkLifetime).toISOString(),
    })
    .execute()
  const from = installationSender(config)
  const store = await outbox.post({
    from,
    to: peopleAt([claim.email]),
    ...linkMail(claim, `${origin}${emailConfirmationPage}#${token}`),
    message_id: newMessageId(from),
    answered: null,
  })
  await store(write)
  return 0
}

function linkMail({ user }: EmailClaim, url: string): Pick<Mail, 'subject' | 'text'> {
  const { before, otherwise } = texts[user === null ? 'registration' : 'user']
  const link = escapeHtml(url)
  return {
    subject: 'Confirm your email',
    text: `<p>${before} If it was you, open this link within an hour:</p><p><a href="${link}">${link}</a></p><p>${otherwise}</p>`,
  }
}

/** @throws ApiError 429 */
export function refuseLinkUntil(wait: number): void {
  if (wait > 0) throw retryLater(429, 'too_many_links', 'Several links have been sent to this email.', wait)
}

/** Uses a link, once; undefined for one that has expired, was used, or was replaced. */
export async function takeClaim({ db }: Write, token: string): Promise<EmailClaim | undefined> {
  const found = await db
    .deleteFrom('email_claims')
    .where('token_hash', '=', hashOfLink(token))
    .returning(['email', 'user', 'registration', 'expires_at'])
    .executeTakeFirst()
  if (!found || found.expires_at <= nowPlus(db, 0)) return undefined
  return { email: found.email, user: found.user, registration: found.registration }
}

/** Whether a token exists: checked before a write begins, since the route is public. */
export const isClaimed = async ({ db }: Pick<Write, 'db'>, token: string): Promise<boolean> =>
  (await db
    .selectFrom('email_claims')
    .select('token_hash')
    .where('token_hash', '=', hashOfLink(token))
    .executeTakeFirst()) !== undefined

/** Whether a user's email is the one that a link was sent to. */
export const isEmailOf = (claim: EmailClaim, email: string | null): boolean =>
  email !== null && emailKey(email) === emailKey(claim.email)

/** The expiry of the link sent to a user's email; null where there is none. */
export async function goodUntil(db: Write['db'], user: number, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('email_claims')
    .select(['email', 'user', 'registration', 'expires_at'])
    .where('user', '=', user)
    .where('expires_at', '>', nowPlus(db, 0))
    .execute()
  return found.find((claim) => isEmailOf(claim, email))?.expires_at ?? null
}
