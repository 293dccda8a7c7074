import { setTimeout as pause } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nowOf } from '../db/clock'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/fields'
import { registration, type RegistrationAnswer } from '../../src/contract/users'
import { inTransaction, type Write } from '../kit/context'
import { retryLater } from '../kit/errors'
import { documentRoute } from '../kit/http/documentation'
import { originOf } from '../kit/http/origin'
import { clientOf } from '../kit/http/networkAddresses'
import { runThrottled } from '../services/sessions/attempts'
import { recordAddressRequest, secondsUntilAddressAccepted } from '../services/sessions/limits'
import { hashPassword } from '../services/sessions/passwords'
import { checkedPassword } from './accounts'
import { sendLink, sendsLinks } from './emailLinks'
import { auditRefusal, findKnown, createRegisteredAccount, statusAfter, type Applicant } from './registration'
import { registrationNotices } from './registrationNotices'
import { route } from '../kit/http/route'

/** Minimum duration of an answer after hashing, in milliseconds: far longer than the writes take. */
const answerTime = 250

const answer = Type.Object({
  status: Type.Union([Type.Literal('unconfirmed'), Type.Literal('waiting'), Type.Literal('active')], {
    description:
      'Whether the account opens at once, or waits for approval; neither before the link is opened that was sent to the email, where the installation sends mail.',
  }),
})

type Notices = ReturnType<typeof registrationNotices>

/**
 * Registration (AUTH-16). Whether the username or the email is taken shows neither in the answer nor in its time; no
 * account is created then. Where mail is sent, no account is created before the link to the email is opened
 * (TRUST-43).
 */
export function registrationRoutes(app: FastifyInstance): void {
  if (app.config.signUp === 'off') return
  const notices = registrationNotices(app)
  route(app, {
    method: 'POST',
    path: registration.path,
    config: { public: true },
    document: documentRoute('Session', 'Ask for an account', answer, registration.fields, [429, 503]),
    handler: async (request, _reply, readBody): Promise<RegistrationAnswer> => {
      const sent = await readBody()
      const { password: trimmed, ...applicant } = sent
      const password = checkedPassword(request.body, trimmed, applicant)
      await register(app, notices, applicant, password, request)
      return { status: sendsLinks(app) ? 'unconfirmed' : statusAfter(app, applicant) }
    },
  })
}

async function register(
  app: FastifyInstance,
  notices: Notices,
  applicant: Applicant,
  password: string,
  request: FastifyRequest,
): Promise<void> {
  const { database } = app
  const { address, requestId } = clientOf(request)
  const password_hash = await runThrottled(address, async () => {
    refuseUntil(await secondsUntilAddressAccepted(database.db, 'registration', address, nowOf(database.db)))
    return hashPassword(password)
  })
  // In parallel: the write takes less, and so does not show.
  const [notifiedOwner] = await Promise.all([
    inTransaction(database, { actor: null, requestId }, async (write) => {
      const now = nowOf(write.db)
      // Other requests from there may have been faster.
      refuseUntil(await secondsUntilAddressAccepted(write.db, 'registration', address, now))
      await recordAddressRequest(write.db, 'registration', address, now)
      const owner = await ownerOf(write, applicant)
      if (owner) {
        const isDue = owner.is_active && (await notices.isDue(write, owner.id))
        await auditRefusal(write, applicant, owner.id, address)
        return isDue ? owner : null
      }
      if (sendsLinks(app)) await claim(app, write, applicant, { password_hash, origin: originOf(request) })
      else
        await createRegisteredAccount(app, write, applicant, { password_hash, isConfirmed: false, address })
      return null
    }),
    pause(answerTime),
  ])
  if (notifiedOwner) notices.send(notifiedOwner)
}

/** Stores the claim whose link creates the account. */
async function claim(
  app: FastifyInstance,
  write: Write,
  applicant: Applicant,
  { password_hash, origin }: { password_hash: string; origin: string },
): Promise<void> {
  const registered = JSON.stringify({ ...applicant, password_hash })
  const { email } = applicant
  await sendLink(app, write, { email, user: null, registration: registered }, origin)
}

/** The user who has confirmed the email already. */
async function ownerOf(
  write: Write,
  applicant: Applicant,
): Promise<(Person & { id: number; is_active: boolean }) | undefined> {
  const known = await findKnown(write, applicant)
  const owner = known.find(
    ({ email, is_email_confirmed }) =>
      email !== null && is_email_confirmed && emailKey(email) === emailKey(applicant.email),
  )
  return owner && { ...owner, email: owner.email ?? '' }
}

/** @throws ApiError 429 */
function refuseUntil(wait: number): void {
  if (wait > 0) throw retryLater(429, 'too_many_registrations', 'Too many registrations.', wait)
}
