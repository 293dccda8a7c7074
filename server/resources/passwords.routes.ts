import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passwordChange, passwordPath, type PasswordChanged } from '../../src/contract/users'
import { problems } from '../../src/contract/problems'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documentRoute, documents } from '../kit/http/documentation'
import { invalidFields, notFound } from '../kit/errors'
import { toId } from '../kit/http/routes'
import { assertAllowed } from '../kit/policy'
import { clientOf } from '../kit/http/networkAddresses'
import { tryPassword, type Attempt } from '../services/sessions/attempts'
import { hashPassword, queueForUser } from '../services/sessions/passwords'
import { checkedPassword, storePassword } from './accounts'
import { users } from './users'
import { route } from '../kit/http/route'

const wrongCurrent = 'The current password is wrong.'

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
      if (!isOwn) assertAllowed(who, 'users', 'change')
      const sent = await readBody()
      const owner = await db
        .selectFrom('users')
        .select(['username', 'email', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!owner) throw notFound(users.contract.title)
      const password = checkedPassword(request.body, sent.password, owner)
      if (isOwn) await checkCurrent(request, { username: owner.username, password: sent.current_password })
      const hash = await queueForUser(request.caller.id, () => hashPassword(password))
      return inTransaction(app.database, who, async (write) => {
        // The hash that was compared is the current one only if the password has not changed meanwhile.
        const own = isOwn
          ? { replaces: owner.password_hash, keptSessionId: request.caller.sessionId }
          : undefined
        const ended_sessions = await storePassword(write, id, hash, own)
        if (ended_sessions === null) throw invalidFields({ current_password: wrongCurrent })
        return { ended_sessions }
      })
    },
  })
}

/** Throttled like a sign-in. @throws ApiError 400, not 401, which would mean that the session has ended. */
async function checkCurrent(
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
