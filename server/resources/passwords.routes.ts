import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { passwordChange, passwordPath, type PasswordChanged } from '../../src/contract/users'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documentRoute, documents } from '../kit/http/documentation'
import { invalidFields, notFound } from '../kit/errors'
import { toId } from '../kit/http/routes'
import { assertAdministersUser } from './administrators'
import { hashPassword, queueForUser } from '../services/sessions/passwords'
import { checkedPassword, storePassword } from './accounts'
import { checkCurrentPassword, wrongCurrent } from './currentPassword'
import { users } from './users'
import { route } from '../kit/http/route'

const changedAnswer = Type.Object({
  ended_sessions: Type.Integer({ description: 'How many other sessions of the user it has ended.' }),
})

/** Sets a password, and ends every other session of its owner. */
export function passwordRoutes(app: FastifyInstance): void {
  const document = documentRoute(
    'User',
    'Set a password',
    changedAnswer,
    passwordChange.fields,
    [404, 409, 429, 503],
  )
  const { params } = documents.get(users)
  route(app, {
    method: 'POST',
    path: passwordPath(':id'),
    document: { ...document, params },
    handler: async (request, _reply, readBody): Promise<PasswordChanged> => {
      const id = toId(users, request.params.id)
      const who = writerFromRequest(request)
      const { db } = app.database
      const isOwn = id === request.caller.id
      // And again at the end, when roles stay as they are.
      if (!isOwn) await assertAdministersUser({ db, actor: request.caller.id }, id)
      const sent = await readBody()
      const owner = await db
        .selectFrom('users')
        .select(['username', 'email', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!owner) throw notFound(users.contract.title)
      const password = checkedPassword(request.body, sent.password, owner)
      if (isOwn)
        await checkCurrentPassword(request, { username: owner.username, password: sent.current_password })
      const hash = await queueForUser(request.caller.id, () => hashPassword(password))
      return inTransaction(app.database, who, async (write) => {
        // The hash that was compared is the current one only if the password has not changed meanwhile.
        const own = isOwn
          ? { replaces: owner.password_hash, keptSessionId: request.caller.sessionId }
          : undefined
        await assertAdministersUser(write, id)
        const ended_sessions = await storePassword(write, id, hash, own)
        if (ended_sessions === null) throw invalidFields({ current_password: wrongCurrent })
        return { ended_sessions }
      })
    },
  })
}
