import { sql, type Kysely } from 'kysely'
import type { Person } from '../../../src/contract/kit'
import { mailNotConnected } from '../../../src/contract/mail'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import { ApiError } from '../../kit/errors'
import { audit } from '../../kit/write/audit'
import { disconnect } from './nylas/accounts'

/** A user's mail account. */
export interface Account {
  profile: number | null
  username: string
  /** How others see the user; null without an email, for then there is no account to connect. */
  person: Person | null
  isConnected: boolean
}

export async function accountOf(db: Kysely<Tables>, userId: number): Promise<Account> {
  const { profile, username, email, first_name, last_name, token } = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.profile')
    .select([
      'users.profile',
      'users.username',
      'users.email',
      'users.first_name',
      'users.last_name',
      'profiles.nylas_access_token as token',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    profile,
    username,
    person: email === null ? null : { id: userId, email, first_name, last_name },
    isConnected: token !== null,
  }
}

/**
 * The user as the sender of mail.
 * @throws ApiError 409 without a connected account.
 */
export async function senderOf(db: Kysely<Tables>, userId: number): Promise<Person> {
  const { person, isConnected } = await accountOf(db, userId)
  if (!person || !isConnected) throw notConnected()
  return person
}

/** 409: the user has no mail account connected, or no longer. */
export const notConnected = (): ApiError =>
  new ApiError(409, mailNotConnected, 'Connect a mail account first.')

/** Takes a user's account at a mail service away; whoever comes back connects it anew. */
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
 * Lets profiles name the mailboxes that are connected at the mail service, or none where there is no such service: an
 * installation may have changed to one, or left it, since it last ran.
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
