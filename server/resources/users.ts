import { emailKey } from '../../src/contract/emailKey'
import { nowOf } from '../db/clock'
import type { Input, Row } from '../../src/contract'
import type { RoleFields } from '../../src/contract/roles'
import type { UserStatus } from '../../src/contract/users'
import type { Write } from '../kit/context'
import type { Values } from '../kit/declaration'
import { defineResource, joined, withRules } from '../kit/define'
import { ApiError, duplicate, unauthorized } from '../kit/errors'
import { fold } from '../kit/fold'
import { permissionColumns, permissionsOf } from '../kit/permissions'
import { settleNotifications } from '../kit/write/notifications'
import { updateFromValues } from '../kit/write/update'
import { assertAllowed } from '../kit/policy'
import { disconnectMail } from '../ports/mail/accounts'
import { endSessionsOf } from '../services/sessions/endSessions'
import { revokeTokens } from '../services/sessions/revokeTokens'
import { checkedRole, roleProblems, type Administrator } from './administrators'

declare module '../db/tables' {
  interface ServerColumns {
    users: Searched & {
      /** argon2id, in the PHC string format; null for people who sign in only through the directory. */
      password_hash: string | null
      /** When the account was requested; null for those made by the team, a command or a directory. */
      registered_at: string | null
      /** When the user changed the email: for a while no link to set a password goes there (RESET-4). */
      email_changed_at: string | null
      username_key: string
      first_name_key: string | null
      last_name_key: string | null
      email_key: string | null
    }
  }
}

/** Users who lose a merely claimed email in one statement. */
const maxClaims = 100

export const users = defineResource('users', {
  description: 'Everybody who can sign in. Administered by the team of the provider.',
  routes: 'read',
  search: ['username', 'first_name', 'last_name', joined('first_name', 'last_name'), 'email'],
  sortKeys: { username: 'username', first_name: 'first_name', last_name: 'last_name', email: 'email' },
  unique: { username: 'This username is in use.' },
  confidential: ['profile'],
  // A write checks the current permissions of its author.
  exclusive: true,
  check: roleProblems,
  prepare: (write, values, context) => prepare(write, values, context, false),
  after: async (write, id, { values, before }) => {
    if (before?.email != null && write.actor === id && hasNewEmail(values, before))
      await write.db
        .updateTable('users')
        .set({ email_changed_at: nowOf(write.db).toISOString() })
        .where('id', '=', id)
        .execute()
    if (before?.status === 'waiting' && values.status !== 'waiting') await settleApprovals(write)
    if (before?.is_active !== true || values.is_active !== false) return
    await endSessionsOf(write, id, 'deactivation')
    await revokeTokens(write, id, 'deactivation')
    await disconnectMail(write, id)
  },
})

/** Marks what the team was told of waiting accounts as read, once none waits any more. */
export async function settleApprovals(write: Write): Promise<void> {
  const waiting = await write.db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await settleNotifications(write, 'users', 0, ['approval'])
}

/**
 * The same for writes of the provider's team where no mail is sent: an email set by the team counts as confirmed
 * (TRUST-42).
 */
export const teamConfirmedUsers = withRules('users', {
  prepare: (write, values, context) => prepare(write, values, context, true),
})

type User = Row<'users'>

async function prepare(
  write: Write,
  values: Values<'users'>,
  { before, sent }: { before: User | null; sent: Partial<Input<'users'>> },
  confirmsNewEmail: boolean,
): Promise<
  Pick<User, 'status' | 'is_active' | 'is_email_confirmed'> & Partial<Pick<User, keyof RoleFields>>
> {
  const actor = await checkActor(write, before)
  const status = statusOf(values, before)
  const state = { status, is_active: status === 'active' }
  if (actor && before?.id === write.actor) checkSelf(actor, before, { ...values, ...state })
  const { role = null, granted_rights = [], withheld_rights = [] } = values
  const given = actor && (await checkedRole(write, actor, { role, granted_rights, withheld_rights }, before))
  const confirms = actor === null || actor.userType === 'team'
  const requested =
    sent.is_email_confirmed ??
    (confirms && confirmsNewEmail && hasNewEmail(values, before) ? true : undefined)
  const is_email_confirmed = isConfirmed(confirms, values.email, before, requested)
  await removeOtherClaims(write, values.email, { before, is_email_confirmed })
  return {
    ...state,
    ...(given && {
      role: given.role,
      granted_rights: [...given.granted_rights],
      withheld_rights: [...given.withheld_rights],
    }),
    is_email_confirmed,
  }
}

const hasNewEmail = ({ email }: Partial<Values<'users'>>, before: User | null): boolean =>
  typeof email === 'string' && email !== before?.email

/**
 * The author may have been deactivated, or got another user type, since the request was authorized.
 * @returns the actor's current permissions; null for the system itself.
 */
export async function checkActor(write: Write, before: User | null): Promise<Administrator | null> {
  if (write.actor === null) return null
  const actor = await write.db
    .selectFrom('users')
    .select(['is_active', ...permissionColumns])
    .where('id', '=', write.actor)
    .executeTakeFirst()
  if (!actor?.is_active) throw unauthorized()
  const permissions = permissionsOf(actor)
  assertAllowed({ ...write, ...permissions }, 'users', before === null ? 'create' : 'change', before ?? {})
  return permissions
}

/** `is_active` and `status` mean the same: the changed one counts, `status` where both are. */
function statusOf({ status = 'waiting', is_active }: Values<'users'>, before: User | null): UserStatus {
  if (before === null) return is_active ? 'active' : status === 'active' ? 'waiting' : status
  if (status !== before.status || is_active === before.is_active) return status
  return is_active ? 'active' : 'deactivated'
}

/** Prevents an installation from losing its last administrator, and users from promoting themselves. */
function checkSelf({ userType }: Administrator, before: User, after: Values<'users'>): void {
  if (!after.is_active) throw new ApiError(409, 'refused', 'Nobody can deactivate their own account.')
  if (after.user_type !== before.user_type)
    throw new ApiError(409, 'refused', 'Nobody can change their own user type.')
  if (userType !== 'team' && after.username !== before.username)
    throw new ApiError(409, 'refused', "Only the provider's team changes usernames.")
}

/**
 * Whether an email is confirmed after a change. Another one must be confirmed anew, although a form may send back the
 * flag that it has read.
 * @throws ApiError 409 for users who confirm their own.
 */
function isConfirmed(
  mayConfirm: boolean,
  email: string | null | undefined,
  before: User | null,
  sent: boolean | undefined,
): boolean {
  if (typeof email !== 'string') return false
  const known = before?.email
  const isSame = typeof known === 'string' && emailKey(email) === emailKey(known)
  const wasConfirmed = isSame && before?.is_email_confirmed === true
  if (typeof sent !== 'boolean') return wasConfirmed
  if (mayConfirm) return sent
  if (sent && before?.is_email_confirmed !== true)
    throw new ApiError(409, 'refused', 'An email is confirmed by the link that is sent to it.')
  return wasConfirmed
}

/**
 * One user at most has confirmed an email. Claims of others are removed on confirmation, and cannot prevent it.
 * @throws ApiError 409 where another user has confirmed it.
 */
async function removeOtherClaims(
  write: Write,
  email: string | null | undefined,
  { before, is_email_confirmed }: { before: User | null; is_email_confirmed: boolean },
): Promise<void> {
  if (typeof email !== 'string') return
  const others = await write.db
    .selectFrom('users')
    .select(['id', 'is_email_confirmed'])
    .where('email_key', '=', fold(email))
    .where('id', '!=', before?.id ?? 0)
    .orderBy('is_email_confirmed', 'desc')
    .limit(maxClaims)
    .execute()
  if (others.some((other) => other.is_email_confirmed)) throw duplicate('email', 'This email is in use.')
  if (!is_email_confirmed) return
  for (const { id } of others) await updateFromValues({ ...write, actor: null }, users, id, { email: null })
}
