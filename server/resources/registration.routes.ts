import { setTimeout as pause } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { registration, type Registered, type Registration } from '../../src/contract/users'
import type { OpenDatabase } from '../db/dialect'
import { inTransaction, type Write } from '../kit/context'
import { notNow } from '../kit/errors'
import { fold } from '../kit/fold'
import { documentRoute } from '../kit/http/documentation'
import { parseInput } from '../kit/input'
import { audit } from '../kit/write/audit'
import { senderOf, type Sender } from '../sessions/addresses'
import { asAttempt } from '../sessions/attempts'
import { countRegistration, waitForRegistration } from '../sessions/limits'
import { hashPassword } from '../sessions/passwords'
import { addUser, checkedPassword } from './accounts'
import { users } from './users'

/** Accounts that may wait at once: more than a team can look through would only fill the database. */
const mostWaiting = 500

/** Seconds in which somebody may have looked through them. */
const crowdedTime = 3_600

/** Milliseconds that an answer takes at least once the password is hashed, far longer than what is written. */
const answerTime = 250

const answer = Type.Object({
  status: Type.Union([Type.Literal('waiting'), Type.Literal('active')], {
    description: 'Whether the account opens at once, or waits for approval.',
  }),
})

type Account = Parameters<typeof addUser>[1]

/**
 * People who ask for an account (AUTH-16). Whether the username or the email is somebody else's shows neither in the
 * answer nor in its time; then nothing is made.
 */
export function registrationRoutes(app: FastifyInstance): void {
  const { database, config } = app
  if (config.signUp === 'off') return
  app.post(
    registration.path,
    {
      config: { public: true },
      schema: documentRoute('Session', 'Ask for an account', answer, registration.fields, [429, 503]),
    },
    async (request): Promise<Registered> => {
      const sent = parseInput(registration.fields, request.body, 'create') as Registration
      const { password: trimmed, ...person } = sent
      const password = checkedPassword(request.body, trimmed, person)
      // Whoever administers the others is let in by one of them, however open the installation is.
      const opens = config.signUp === 'open' && person.user_type !== 'team'
      const status = opens ? 'active' : 'waiting'
      await register(database, { ...person, status, is_active: opens }, password, senderOf(request))
      return { status }
    },
  )
}

async function register(
  database: OpenDatabase,
  account: Account,
  password: string,
  sender: Sender,
): Promise<void> {
  const { address, requestId } = sender
  const hash = await asAttempt(address, async () => {
    refuseUntil(await waitForRegistration(database.db, address, new Date()))
    return hashPassword(password)
  })
  // Both at once: what has to be written takes less, and so does not show.
  await Promise.all([
    pause(answerTime),
    inTransaction(database, { actor: null, requestId }, async (write) => {
      const now = new Date()
      // Others from there may have been quicker.
      refuseUntil(await waitForRegistration(write.db, address, now))
      await refuseCrowd(write)
      await countRegistration(write.db, address, now)
      if (await isTaken(write, account)) await noteRefused(write, account, address)
      else await addUser(write, account, hash)
    }),
  ])
}

const noteRefused = (write: Write, { username, email }: Account, address: string) =>
  audit(write, {
    action: 'registration refused',
    resource: users.contract.name,
    after: { username, email, address },
  })

/** @throws ApiError 429 */
function refuseUntil(wait: number): void {
  if (wait > 0) throw notNow(429, 'too_many_registrations', 'Too many registrations.', wait)
}

/** @throws ApiError 503, the same whoever asks for what. */
async function refuseCrowd({ db }: Write): Promise<void> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostWaiting)
    throw notNow(503, 'busy', 'Too many accounts wait for approval.', crowdedTime)
}

/** Whether the username or the email is somebody's. */
async function isTaken({ db }: Write, { username, email }: Account): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('username_key', '=', fold(username)), eb('email_key', '=', fold(email ?? ''))]),
    )
    .executeTakeFirst()
  return found !== undefined
}
