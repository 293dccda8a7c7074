import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  emailConfirmation,
  emailLinkPath,
  type EmailConfirmed,
  type EmailLink,
  type Registration,
} from '../../src/contract/users'
import { nowOf } from '../db/clock'
import { writerFromRequest, inTransaction, type Write } from '../kit/context'
import { ApiError, invalidFields } from '../kit/errors'
import { documentRoute } from '../kit/http/documentation'
import { originOf } from '../kit/http/origin'
import { updateFromValues } from '../kit/write/update'
import { budgetOpensAt, chargeBudget } from '../ports/mail/sendingBudget'
import { clientOf } from '../kit/http/networkAddresses'
import { secondsUntilEmailAccepted } from '../services/sessions/limits'
import {
  goodUntil,
  isClaimed,
  isEmailOf,
  refuseLinkUntil,
  sendLink,
  sendsLinks,
  takeClaim,
} from './emailLinks'
import { createRegisteredAccount } from './registration'
import { users } from './users'
import { route } from '../kit/http/route'

const answer = Type.Object({
  status: Type.Union([Type.Literal('confirmed'), Type.Literal('waiting'), Type.Literal('active')], {
    description:
      'Of a user: confirmed. Of an account that was asked for: whether it opens at once, or waits for approval.',
  }),
})

const moment = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
const linkAnswer = Type.Object({
  good_until: moment('Until when the link is good that was sent to the own email last; null where none is.'),
  possible_at: moment('From when on another one can be sent; null: at once.'),
})

/** The addresses of links that confirm an email, and the request of a user for another link (TRUST-42). */
export function emailConfirmationRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    path: emailConfirmation.path,
    config: { public: true },
    document: documentRoute('Session', 'Confirm an email', answer, emailConfirmation.fields),
    handler: async (request, _reply, readBody): Promise<EmailConfirmed> => {
      const { token } = await readBody()
      if (!(await isClaimed(app.database, token))) throw linkEnded()
      const { address, requestId } = clientOf(request)
      return inTransaction(app.database, { actor: null, requestId }, (write) =>
        confirm(app, write, token, address),
      )
    },
  })

  route(app, {
    method: 'GET',
    path: emailLinkPath,
    document: documentRoute('User', 'Read how it stands with the link to one’s own email', linkAnswer),
    handler: ({ caller }): Promise<EmailLink> => linkOf(app, caller.id),
  })

  route(app, {
    method: 'POST',
    path: emailLinkPath,
    document: documentRoute('User', 'Send the link to one’s own email again', null, null, [409, 429]),
    handler: async (request, reply) => {
      const { caller } = request
      if (!sendsLinks(app))
        throw new ApiError(
          409,
          'refused',
          'This installation sends no mail: the provider’s team confirms emails.',
        )
      const { mailDailyLimit } = app.config
      await inTransaction(app.database, writerFromRequest(request), async (write) => {
        const { email, is_email_confirmed } = await write.db
          .selectFrom('users')
          .select(['email', 'is_email_confirmed'])
          .where('id', '=', caller.id)
          .executeTakeFirstOrThrow()
        if (email === null || is_email_confirmed)
          throw new ApiError(409, 'refused', 'There is no email to confirm.')
        const claim = { email, user: caller.id, registration: null }
        refuseLinkUntil(await sendLink(app, write, claim, originOf(request)))
        await chargeBudget(write, caller.id, 1, mailDailyLimit)
      })
      return reply.code(204).send()
    },
  })
}

/** The state of the link to a user's email. */
async function linkOf({ database: { db }, config }: FastifyInstance, user: number): Promise<EmailLink> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
  if (email === null) return { good_until: null, possible_at: null }
  const now = nowOf(db)
  const wait = await secondsUntilEmailAccepted(db, email, now)
  const waits = [
    ...(wait > 0 ? [new Date(now.getTime() + wait * 1_000).toISOString()] : []),
    await budgetOpensAt(db, user, config.mailDailyLimit),
  ].filter((at) => at !== null)
  return { good_until: await goodUntil(db, user, email), possible_at: waits.sort().at(-1) ?? null }
}

async function confirm(
  app: FastifyInstance,
  write: Write,
  token: string,
  address: string,
): Promise<EmailConfirmed> {
  const claim = await takeClaim(write, token)
  if (!claim) throw linkEnded()
  if (claim.registration !== null) {
    const { password_hash, ...account } = JSON.parse(claim.registration) as Required<
      Omit<Registration, 'password'>
    > & { password_hash: string }
    const status = await createRegisteredAccount(app, write, account, {
      password_hash,
      isConfirmed: true,
      address,
    })
    return { status }
  }
  const user = await write.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', claim.user)
    .executeTakeFirst()
  if (!user || !isEmailOf(claim, user.email)) throw linkEnded()
  await updateFromValues(write, users, user.id, { is_email_confirmed: true })
  return { status: 'confirmed' }
}

const linkEnded = () =>
  invalidFields({ token: 'This link has expired, or has been used. Ask for another one.' })
