import type { FastifyInstance } from 'fastify'
import { passwordChange, passwordPath, type PasswordChange } from '../../src/contract/users'
import { problems } from '../../src/contract/problems'
import { audit } from '../kit/audit'
import { byCaller, inTransaction } from '../kit/context'
import { documentRoute, documents } from '../kit/documentation'
import { invalidFields, notFound } from '../kit/errors'
import { parseInput } from '../kit/input'
import { toId } from '../kit/routes'
import { mayOrRefuse } from '../policy'
import { endSessionsOf } from '../sessions/endSessions'
import { passwordFault } from '../sessions/passwordRules'
import { hashPassword, passwordFits } from '../sessions/passwords'
import { users } from './users'

const wrongCurrent = 'The current password is wrong.'

/**
 * The password of a request body, as it was typed.
 * @param trimmed the same as the contract reads it, without spaces at either end.
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

/** Sets a password, and ends every other session of its owner. */
export function passwordRoutes(app: FastifyInstance): void {
  const document = documentRoute('User', 'Set a password', null, passwordChange.fields, [404, 409])
  const { params } = documents.get(users)
  app.post<{ Params: { id: string } }>(
    passwordPath(':id'),
    {
      schema: { ...document, ...(params ? { params } : {}) },
    },
    async (request, reply) => {
      const id = toId(users, request.params.id)
      const who = byCaller(request)
      const { db } = app.database
      const isOwn = id === request.caller.id
      if (!isOwn) await mayOrRefuse({ ...who, db }, 'users', 'change')
      const sent = parseInput(passwordChange.fields, request.body, 'create') as PasswordChange
      const owner = await db
        .selectFrom('users')
        .select(['username', 'email', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!owner) throw notFound(users.contract.title)
      const password = checkedPassword(request.body, sent.password, owner)
      if (isOwn) await checkCurrent(sent.current_password ?? null, owner.password_hash)
      const hash = await hashPassword(password)
      await inTransaction(app.database, who, async (write) => {
        let change = write.db.updateTable('users').set({ password_hash: hash }).where('id', '=', id)
        // What has been compared with is the current password only if nobody has changed it meanwhile.
        if (isOwn) change = change.where('password_hash', '=', owner.password_hash)
        const { numUpdatedRows } = await change.executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw invalidFields({ current_password: wrongCurrent })
        await endSessionsOf(write, id, 'password change', isOwn ? request.caller.sessionId : undefined)
        await audit(write, { action: 'password change', resource: users.contract.name, recordId: id })
      })
      return reply.code(204).send()
    },
  )
}

/** @throws ApiError 400, not 401, which would mean that the session has ended. */
async function checkCurrent(typed: string | null, stored: string | null): Promise<void> {
  if (typed === null) throw invalidFields({ current_password: problems.required })
  if (!(await passwordFits(stored, typed))) throw invalidFields({ current_password: wrongCurrent })
}
