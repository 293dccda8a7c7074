import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passwordReset, passwordResetRequest } from '../../src/contract/passwordReset'
import { nowOf } from '../db/clock'
import { inTransaction } from '../kit/context'
import { ApiError, invalidFields, retryLater } from '../kit/errors'
import { documentRoute } from '../kit/http/documentation'
import { clientOf } from '../kit/http/networkAddresses'
import { originOf } from '../kit/http/origin'
import { route } from '../kit/http/route'
import { audit, auditCounted } from '../kit/write/audit'
import { isAccountActive, runThrottled } from '../services/sessions/attempts'
import { recordAddressRequest, secondsUntilAddressAccepted } from '../services/sessions/limits'
import { hashPassword } from '../services/sessions/passwords'
import { mailAccountNotice } from './accountNotices'
import { checkedPassword, storePassword } from './accounts'
import { sendsLinks } from './emailLinks'
import { findByResetLink, findResettable, sendResetLink } from './passwordResets'
import { users } from './users'

/** Milliseconds from the moment that a request is worked on to its answer: far more than the work takes. */
const answerTime = 250

const resetNotice = {
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your account in Citygate was set anew by a link that was sent to this email, and you were signed out everywhere.',
    'If it was not you, ask your contact at the provider at once: somebody reads your mail.',
  ],
}

/**
 * Setting a new password by a link in a mail. Whether there is an account shows neither in the answer nor in its time
 * (RESET-1); the page of the link is opened without effect, since programs open links, too (RESET-2).
 */
export function passwordResetRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    path: passwordResetRequest.path,
    config: { public: true },
    document: {
      ...documentRoute(
        'Session',
        'Ask for a link to set a new password',
        null,
        passwordResetRequest.fields,
        [409, 429, 503],
      ),
      description:
        'The answer is the same whether or not there is such an account. Mail goes to the confirmed email of an active account that signs in by password.',
    },
    handler: async (request, reply, readBody) => {
      const { account } = await readBody()
      if (!sendsLinks(app))
        throw new ApiError(
          409,
          'refused',
          'This installation sends no mail: the provider’s team sets passwords.',
        )
      await ask(app, request, account)
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'POST',
    path: passwordReset.path,
    config: { public: true },
    document: documentRoute('Session', 'Set a new password by a link', null, passwordReset.fields, [503]),
    handler: async (request, reply, readBody) => {
      const { token, password: trimmed } = await readBody()
      const owner = await findByResetLink(app.database.db, token)
      if (!owner) throw linkEnded()
      const password = checkedPassword(request.body, trimmed, owner)
      const { address, requestId } = clientOf(request)
      const hash = await runThrottled(address, () => hashPassword(password))
      await inTransaction(app.database, { actor: owner.id, requestId }, async (write) => {
        const still = await findByResetLink(write.db, token)
        if (still?.id !== owner.id || !(await isAccountActive(write, owner.id))) throw linkEnded()
        await storePassword(write, owner.id, hash)
        await audit(write, {
          action: 'password reset',
          resource: users.contract.name,
          recordId: owner.id,
          after: { address },
        })
        await mailAccountNotice(app, write, owner.id, resetNotice)
      })
      return reply.code(204).send()
    },
  })
}

/** Mails a link where there is an account, in the same time as where there is none. */
async function ask(app: FastifyInstance, request: FastifyRequest, account: string): Promise<void> {
  const { database } = app
  const { address, requestId } = clientOf(request)
  let began = performance.now()
  await runThrottled(address, async () => {
    began = performance.now()
    const { db } = database
    refuseUntil(await secondsUntilAddressAccepted(db, 'passwordReset', address, nowOf(db)))
    await inTransaction(database, { actor: null, requestId }, async (write) => {
      const now = nowOf(write.db)
      // Other requests from there may have been faster.
      refuseUntil(await secondsUntilAddressAccepted(write.db, 'passwordReset', address, now))
      await recordAddressRequest(write.db, 'passwordReset', address, now)
      for (const found of await findResettable(write.db, account))
        await sendResetLink(app, write, found, originOf(request))
      const entry = {
        action: 'password reset asked for',
        resource: users.contract.name,
        after: { account, address },
      }
      await auditCounted(write, entry, address)
    })
  })
  await pause(Math.max(0, answerTime - (performance.now() - began)))
}

const linkEnded = () =>
  invalidFields({ token: 'This link has expired, or has been used. Ask for another one.' })

/** @throws ApiError 429 */
function refuseUntil(wait: number): void {
  if (wait > 0) throw retryLater(429, 'too_many_links', 'Too many links have been asked for.', wait)
}
