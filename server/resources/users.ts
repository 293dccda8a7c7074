import { emailKey } from '../../src/contract/emailKey'
import type { UserStatus, UserType } from '../../src/contract/users'
import type { Write } from '../kit/context'
import { ApiError, duplicate, unauthorized } from '../kit/errors'
import { defineResource, joined } from '../kit/define'
import { mayOrRefuse } from '../policy'
import { disconnectMail } from '../ports/mail/accounts'
import { endSessionsOf } from '../sessions/endSessions'
import { isEmailKnown } from './knownEmails'

export const users = defineResource('users', {
  table: 'users',
  search: ['username', 'first_name', 'last_name', joined('first_name', 'last_name'), 'email'],
  keys: { username: 'username', first_name: 'first_name', last_name: 'last_name', email: 'email' },
  unique: { username: 'This username is in use.', email: 'This email is in use.' },
  confidential: ['profile'],
  // They ask whether the writer still may.
  alone: true,
  prepare: async (write, values, { before }) => {
    const role = await checkActor(write, before)
    const status = statusOf(values, before)
    const state = { status, is_active: status === 'active' }
    if (before !== null && before['id'] === write.actor) checkSelf(role, before, { ...values, ...state })
    if (before !== null && write.actor !== null && role !== 'team')
      await checkOwnEmail(write, values['email'], before['email'])
    return state
  },
  after: async (write, id, { values, before }) => {
    if (before?.['is_active'] !== true || values['is_active'] !== false) return
    await endSessionsOf(write, id, 'deactivation')
    await disconnectMail(write, id)
  },
})

type Values = Readonly<Record<string, unknown>>

/**
 * Who administers may have been deactivated, or put elsewhere, since the request was let in.
 * @returns the actor's user type as it is now; null for the system itself.
 */
async function checkActor(write: Write, before: Values | null): Promise<UserType | null> {
  if (write.actor === null) return null
  const actor = await write.db
    .selectFrom('users')
    .select(['is_active', 'user_type'])
    .where('id', '=', write.actor)
    .executeTakeFirst()
  if (!actor?.is_active) throw unauthorized()
  const role = actor.user_type
  mayOrRefuse({ ...write, role }, 'users', before === null ? 'create' : 'change', before ?? {})
  return role
}

/** `is_active` and `status` say the same: the one that a change is about counts, `status` where both are. */
function statusOf(after: Values, before: Values | null): UserStatus {
  const status = after['status'] as UserStatus
  const is_active = after['is_active'] === true
  if (before === null) return is_active ? 'active' : status === 'active' ? 'waiting' : status
  if (status !== before['status'] || is_active === before['is_active']) return status
  return is_active ? 'active' : 'deactivated'
}

/** So that an installation never loses the last one who can administer it, and nobody becomes one by themselves. */
function checkSelf(role: UserType | null, before: Values, after: Values): void {
  if (after['is_active'] === false)
    throw new ApiError(409, 'refused', 'Nobody can deactivate their own account.')
  if (after['user_type'] !== before['user_type'])
    throw new ApiError(409, 'refused', 'Nobody can change their own user type.')
  if (role !== 'team' && after['username'] !== before['username'])
    throw new ApiError(409, 'refused', "Only the provider's team changes usernames.")
}

/**
 * On an email hang the activities that it takes part in and the messages to it: nobody gets those of somebody else by
 * calling themselves so.
 */
async function checkOwnEmail(write: Write, email: unknown, before: unknown): Promise<void> {
  if (typeof email !== 'string') return
  if (typeof before === 'string' && emailKey(email) === emailKey(before)) return
  if (await isEmailKnown(write, email))
    throw duplicate(
      'email',
      "This email is known here as somebody else's. Only the provider's team can give it to you.",
    )
}
