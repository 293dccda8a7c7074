import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contract, type Row } from '../../src/contract'
import { currentUserPath } from '../../src/contract/session'
import {
  newUser,
  refusal,
  refuseUnconfirmedPath,
  type NewUser,
  type RefusedRegistrations,
} from '../../src/contract/users'
import { nowPlus } from '../db/clock'
import { chunks } from '../kit/chunks'
import { writerFromRequest, inTransaction, type Write } from '../kit/context'
import type { Change } from '../kit/http/externalCall'
import { documentRoute, documents } from '../kit/http/documentation'
import { originOf } from '../kit/http/origin'
import { parseExpand } from '../kit/read/query'
import { loadRecords } from '../kit/read/records'
import { answerCreated, changeRoutes, withEtag } from '../kit/http/routes'
import { assertAllowed } from '../kit/policy'
import { chargeBudget } from '../ports/mail/sendingBudget'
import { hashPassword, queueForUser } from '../services/sessions/passwords'
import { mailFormerEmail } from './accountNotices'
import { addUser, checkedPassword } from './accounts'
import { sendLink, sendsLinks } from './emailLinks'
import { deleteRegistration, refuseRegistrations, unconfirmedRegistrations } from './registration'
import { users, teamConfirmedUsers } from './users'
import { route } from '../kit/http/route'

const refusedAnswer = Type.Object({
  refused: Type.Integer({
    description: 'How many accounts that makes.',
  }),
})

/** Registrations refused in one write, before other writes may run. */
const refusedAtOnce = 25

/** Tells the mailbox that a user loses, in the transaction of the change. */
async function tellFormerEmail(app: FastifyInstance, write: Write, { before, after }: Change): Promise<void> {
  const was = before as Row<'users'> | null
  if (!was?.is_email_confirmed || was.email === null || was.email === after?.['email']) return
  const { id, first_name, last_name, email } = was
  await mailFormerEmail(app, write, { id, first_name, last_name, email })
}

/**
 * Sends the link to a user's new email; on a failure the account page reports it, and the user can request it again.
 */
function linkToNewEmail(
  request: FastifyRequest,
  user: number,
  { before, after }: Change,
): Promise<void> | undefined {
  const { server, log } = request
  const { email = null, is_email_confirmed } = (after ?? {}) as Partial<Row<'users'>>
  if (email === null || is_email_confirmed === true || email === before?.['email'] || !sendsLinks(server))
    return undefined
  return inTransaction(server.database, writerFromRequest(request), async (write) => {
    await chargeBudget(write, request.caller.id, 1, server.config.mailDailyLimit)
    await sendLink(server, write, { email, user, registration: null }, originOf(request))
  }).catch((err: unknown) => log.warn({ err }, 'a link to an email was not sent'))
}

/** The signed-in user, and the administration of users by the provider's team. */
export function userRoutes(app: FastifyInstance): void {
  const me = documents.get(users)
  route(app, {
    method: 'GET',
    path: currentUserPath,
    config: withEtag,
    document: {
      tags: me.tags,
      summary: 'Read the signed-in user',
      querystring: me.querystring,
      headers: me.headers,
      response: { 200: me.response['200'], 304: me.response['304'] },
    },
    handler: async ({ caller, query }) => {
      const [user] = await loadRecords(
        app.database.db,
        users,
        [caller.id],
        parseExpand(contract.users, query),
      )
      return user
    },
  })

  route(app, {
    method: 'POST',
    path: contract.users.path,
    document: { ...documents.create(users), fields: newUser.fields },
    handler: async (request, reply, readBody) => {
      // Checked before the password is hashed, which takes long.
      assertAllowed(writerFromRequest(request), 'users', 'create')
      const values = await readBody()
      const { password: trimmed, ...sent } = values
      const { is_email_confirmed = !sendsLinks(app) } = request.body as Partial<NewUser>
      const columns = { ...sent, is_email_confirmed }
      const password = checkedPassword(request.body, trimmed, columns)
      const password_hash = await queueForUser(request.caller.id, () => hashPassword(password))
      return answerCreated(request, reply, users, (write) => addUser(write, columns, password_hash), {
        afterCommit: linkToNewEmail,
      })
    },
  })

  route(app, {
    method: 'POST',
    path: refuseUnconfirmedPath,
    document: documentRoute(
      'User',
      'Refuse all who wait with an email that is not confirmed',
      refusedAnswer,
      null,
      [409],
    ),
    handler: async (request): Promise<RefusedRegistrations> => {
      const who = writerFromRequest(request)
      assertAllowed(who, 'users', 'change')
      let refused = 0
      // Later registrations are excluded.
      const last = nowPlus(app.database.db, 0)
      for (let some = -1; some !== 0; refused += some)
        some = await inTransaction(app.database, who, async (write) => {
          const found = await unconfirmedRegistrations(write)
            .where('registered_at', '<=', last)
            .limit(refusedAtOnce)
            .execute()
          for (const { id } of found) await deleteRegistration(write, id)
          return found.length
        })
      return { refused }
    },
  })

  route(app, {
    method: 'POST',
    path: refusal.path,
    document: documentRoute(
      'User',
      'Refuse some of those who wait',
      refusedAnswer,
      refusal.fields,
      [400, 409],
    ),
    handler: async (request, _reply, readBody): Promise<RefusedRegistrations> => {
      const who = writerFromRequest(request)
      assertAllowed(who, 'users', 'change')
      const ids = (await readBody()).users
      let refused = 0
      for (const some of chunks(ids, refusedAtOnce))
        refused += await inTransaction(app.database, who, (write) => refuseRegistrations(write, some))
      return { refused }
    },
  })

  changeRoutes(app, sendsLinks(app) ? users : teamConfirmedUsers, {
    beforeCommit: (write, _id, change) => tellFormerEmail(app, write, change),
    afterCommit: linkToNewEmail,
  })
}
