import { sql, type Kysely } from 'kysely'
import type { Person } from '../../../src/contract/fields'
import { emailNotConfirmed, mailNotConnected } from '../../../src/contract/mail'
import type { WeekHours } from '../../../src/contract/weekHours'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import { ApiError } from '../../kit/errors'
import { audit } from '../../kit/write/audit'
import { disconnect } from './nylas/accounts'

/** A user's mail account. */
export interface Account {
  profile: number | null
  username: string
  /** Null without an account that could be connected. */
  email: string | null
  /** The user as shown to others; null without a confirmed email. */
  person: Person | null
  isConnected: boolean
  /** The time zone of the user's working hours; null where there are none. */
  timeZone: string | null
}

export async function accountOf(db: Kysely<Tables>, userId: number): Promise<Account> {
  const { profile, username, email, is_email_confirmed, first_name, last_name, token, hours } = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.profile')
    .select([
      'users.profile',
      'users.username',
      'users.email',
      'users.is_email_confirmed',
      'users.first_name',
      'users.last_name',
      'profiles.nylas_access_token as token',
      'profiles.working_hours as hours',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    profile,
    username,
    email,
    person: email !== null && is_email_confirmed ? { id: userId, email, first_name, last_name } : null,
    isConnected: token !== null,
    timeZone: hours === null ? null : (JSON.parse(hours) as WeekHours).time_zone,
  }
}

/**
 * The user as the sender of mail.
 * @throws ApiError 409 without a connected account, and while the email is not confirmed.
 */
export async function senderOf(db: Kysely<Tables>, userId: number): Promise<Person> {
  const { email, person, isConnected } = await accountOf(db, userId)
  if (email === null || !isConnected) throw notConnected()
  if (!person) throw notConfirmed()
  return person
}

/** 409: nothing is sent in the name of an unconfirmed email (TRUST-42). */
const notConfirmed = (): ApiError =>
  new ApiError(
    409,
    emailNotConfirmed,
    'Confirm your email first: open the link that was sent to it, or ask the provider’s team.',
  )

/** 409: the user's mail account is not connected, or no longer. */
export const notConnected = (): ApiError =>
  new ApiError(409, mailNotConnected, 'Connect a mail account first.')

/** Disconnects a user's account at a mail service; it has to be connected anew. */
export async function disconnectMail(write: Write, userId: number): Promise<void> {
  if (!(await disconnect(write, userId))) return
  await write.db
    .updateTable('profiles')
    .set({ nylas_access_token: null, mail_address: null, nylas_default_calendar: null })
    .where('id', 'in', (users) => users.selectFrom('users').select('profile').where('id', '=', userId))
    .execute()
  await audit(write, { action: 'mail account disconnected', resource: 'profiles', after: { user: userId } })
}

/**
 * Sets the connected mailboxes of profiles to those at the mail service, or to none where there is no such service: the
 * installation may have started or stopped using one since it last ran.
 */
export async function nameMailboxes(db: Kysely<Tables>, isElsewhere: boolean): Promise<void> {
  const address = isElsewhere
    ? sql`(select nullif(mail_accounts.email, '') from mail_accounts join users on users.id = mail_accounts."user"
        where users.profile = profiles.id and mail_accounts.ended_at is null)`
    : sql`null`
  await sql`update profiles set mail_address = ${address} where mail_address is distinct from ${address}`.execute(
    db,
  )
}
