/** Creating accounts and setting passwords, for routes and the command `npm run user`. */
import type { RoleFields } from '../../src/contract/roles'
import type { NewUser } from '../../src/contract/users'
import { audit } from '../kit/write/audit'
import type { Write } from '../kit/context'
import { ApiError, invalidFields } from '../kit/errors'
import { createFromValues } from '../kit/write/create'
import { removeAllFactors } from '../services/secondFactors'
import { endSessionsOf } from '../services/sessions/endSessions'
import { forgetWrongCodes } from '../services/sessions/limits'
import { passwordFault } from '../services/sessions/passwordRules'
import { revokeTokens } from '../services/sessions/revokeTokens'
import { users } from './users'

/**
 * The password of a request body, as it was typed.
 * @param trimmed the same as parsed by the contract, without spaces at either end.
 * @throws ApiError 400 for one that breaks a rule.
 */
export function checkedPassword(
  body: unknown,
  trimmed: string,
  owner: { username: string; email: string | null },
): string {
  const typed = (body as { password: string }).password
  const fault = passwordFault(typed, owner)
  if (fault !== null) throw invalidFields({ password: fault })
  return trimmed
}

/**
 * Creates a user, and the user's profile.
 * @param password_hash null for a user who signs in through a directory only.
 * @param registered_at when it was requested; null for all other accounts.
 * @param is_service whether it acts for programs, and never signs in.
 * @throws ApiError 409 when the username or email is in use.
 */
export async function addUser(
  write: Write,
  columns: Omit<Required<NewUser>, 'password' | keyof RoleFields> & Partial<Pick<NewUser, keyof RoleFields>>,
  password_hash: string | null,
  registered_at: string | null = null,
  is_service = false,
): Promise<number> {
  const { id: profile } = await write.db
    .insertInto('profiles')
    .values({
      nylas_access_token: null,
      mail_address: null,
      nylas_default_calendar: null,
      working_hours: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return createFromValues(write, users, { ...columns, profile, password_hash, registered_at, is_service })
}

/** @throws ApiError 409 for a service user, who has API tokens only (TOKEN-4). */
export async function assertSignsIn({ db }: Write, id: number): Promise<void> {
  const user = await db.selectFrom('users').select('is_service').where('id', '=', id).executeTakeFirst()
  if (user?.is_service)
    throw new ApiError(409, 'refused', 'A service user has API tokens, and cannot sign in otherwise.')
}

/**
 * Sets the password of a user, and ends their sessions and the links to set another one (TRUST-6, RESET-2). Unless it is
 * set by the user, who knew the old one, it may end a theft: API tokens are revoked then, too. Codes that were guessed with
 * the old password no longer keep the user waiting.
 * @param own set by the user: the current hash must still be `replaces`, and the session `goesOn` continues.
 * @returns how many sessions that has ended; null when the password has changed meanwhile.
 * @throws ApiError 409 for a service user.
 */
export async function storePassword(
  write: Write,
  id: number,
  password_hash: string,
  own?: { replaces: string | null; keptSessionId: string },
): Promise<number | null> {
  await assertSignsIn(write, id)
  let change = write.db.updateTable('users').set({ password_hash }).where('id', '=', id)
  if (own) change = change.where('password_hash', '=', own.replaces)
  const { numUpdatedRows } = await change.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  await write.db.deleteFrom('password_resets').where('user_id', '=', id).execute()
  await forgetWrongCodes(write.db, id)
  if (!own) await revokeTokens(write, id, 'password change')
  const ended = await endSessionsOf(write, id, 'password change', own ? { except: own.keptSessionId } : {})
  await audit(write, { action: 'password change', resource: users.contract.name, recordId: id })
  return ended
}

/**
 * Removes all second factors of a user who has lost them, and ends the sessions (MFA-8).
 * @returns false where there are none.
 */
export async function removeFactorsOf(write: Write, id: number): Promise<boolean> {
  if (!(await removeAllFactors(write, id))) return false
  await endSessionsOf(write, id, 'second factors removed')
  await audit(write, { action: 'second factors removed', resource: users.contract.name, recordId: id })
  return true
}
