import type { Write } from '../kit/context'
import { ApiError, unauthorized } from '../kit/errors'
import { defineResource, joined } from '../kit/define'
import { mayOrRefuse } from '../policy'
import { endSessionsOf } from '../sessions/endSessions'

export const users = defineResource('users', {
  table: 'users',
  search: ['username', 'first_name', 'last_name', joined('first_name', 'last_name'), 'email'],
  keys: { username: 'username', first_name: 'first_name', last_name: 'last_name', email: 'email' },
  unique: { username: 'This username is in use.', email: 'This email is in use.' },
  confidential: ['profile'],
  prepare: async (write, values, { before }) => {
    await checkActor(write, before === null ? 'create' : 'change')
    if (before !== null && before['id'] === write.actor) checkSelf(before, values)
    return {}
  },
  after: async (write, id, { values, before }) => {
    if (before?.['is_active'] === true && values['is_active'] === false)
      await endSessionsOf(write, id, 'deactivation')
  },
})

type Values = Readonly<Record<string, unknown>>

/** Who administers may have been deactivated, or put elsewhere, since the request was let in. */
async function checkActor(write: Write, change: 'create' | 'change'): Promise<void> {
  if (write.actor === null) return
  const actor = await write.db
    .selectFrom('users')
    .select(['is_active', 'user_type'])
    .where('id', '=', write.actor)
    .executeTakeFirst()
  if (!actor?.is_active) throw unauthorized()
  mayOrRefuse({ ...write, role: actor.user_type }, 'users', change)
}

/** So that an installation never loses the last one who can administer it. */
function checkSelf(before: Values, after: Values): void {
  if (after['is_active'] === false)
    throw new ApiError(409, 'refused', 'Nobody can deactivate their own account.')
  if (after['user_type'] !== before['user_type'])
    throw new ApiError(409, 'refused', 'Nobody can change their own user type.')
}
