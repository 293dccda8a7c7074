import type { FastifyRequest } from 'fastify'
import { problems } from '../../src/contract/problems'
import { invalidFields } from '../kit/errors'
import { clientOf } from '../kit/http/networkAddresses'
import { tryPassword, type Attempt } from '../services/sessions/attempts'

export const wrongCurrent = 'The current password is wrong.'

/**
 * Has the signed-in user prove the password; nothing for accounts of a directory, which have none here.
 * @throws ApiError as checkCurrentPassword.
 */
export async function confirmByPassword(request: FastifyRequest, password: string | null): Promise<void> {
  const { id, username } = request.caller
  const { password_hash } = await request.server.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (password_hash !== null) await checkCurrentPassword(request, { username, password })
}

/**
 * Checks the password of a signed-in user, throttled like a sign-in.
 * @throws ApiError 400, not 401, which would mean that the session has ended.
 */
export async function checkCurrentPassword(
  request: FastifyRequest,
  { username, password }: { username: string; password: string | null },
): Promise<void> {
  if (password === null) throw invalidFields({ current_password: problems.required })
  const attempt: Attempt = {
    username,
    password,
    ...clientOf(request),
    failure: 'current password wrong',
    isSignedIn: true,
  }
  const isRight = await tryPassword(request.server.database, attempt, () => Promise.resolve(true))
  if (!isRight) throw invalidFields({ current_password: wrongCurrent })
}
