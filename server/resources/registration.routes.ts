import { setTimeout as pause } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/kit'
import { registration, type Registered, type Registration } from '../../src/contract/users'
import { inTransaction, type Write } from '../kit/context'
import { notNow } from '../kit/errors'
import { fold } from '../kit/fold'
import { documentRoute } from '../kit/http/documentation'
import { parseInput } from '../kit/input'
import { audit } from '../kit/write/audit'
import { senderOf, type Sender } from '../sessions/addresses'
import { asAttempt } from '../sessions/attempts'
import { countOfAddress, waitForAddress } from '../sessions/limits'
import { hashPassword } from '../sessions/passwords'
import { addUser, checkedPassword } from './accounts'
import { refusedRegistration, registrationNotices } from './registrationNotices'
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
  const { config } = app
  if (config.signUp === 'off') return
  const notices = registrationNotices(app)
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
      await register(app, notices, { ...person, status, is_active: opens }, password, senderOf(request))
      return { status }
    },
  )
}

async function register(
  { database }: FastifyInstance,
  notices: ReturnType<typeof registrationNotices>,
  account: Account,
  password: string,
  { address, requestId }: Sender,
): Promise<void> {
  const hash = await asAttempt(address, async () => {
    refuseUntil(await waitForAddress(database.db, 'registration', address, new Date()))
    return hashPassword(password)
  })
  // Both at once: what has to be written takes less, and so does not show.
  const [told] = await Promise.all([
    inTransaction(database, { actor: null, requestId }, async (write) => {
      const now = new Date()
      // Others from there may have been quicker.
      refuseUntil(await waitForAddress(write.db, 'registration', address, now))
      await refuseCrowd(write)
      await countOfAddress(write.db, 'registration', address, now)
      const known = await findKnown(write, account)
      if (known.length > 0) return refuse(write, notices, account, known, address)
      await addUser(write, account, hash)
      return null
    }),
    pause(answerTime),
  ])
  if (told) notices.send(told)
}

/** Notes that nothing was made. @returns whom to tell: the owner of the email, who can sign in. */
async function refuse(
  write: Write,
  notices: ReturnType<typeof registrationNotices>,
  { username, email }: Account,
  known: Awaited<ReturnType<typeof findKnown>>,
  address: string,
): Promise<Person | null> {
  const owner = known.find((one) => one.email !== null && emailKey(one.email) === emailKey(email ?? ''))
  const isDue = owner?.is_active === true && (await notices.isDue(write, owner.id))
  await audit(write, {
    action: refusedRegistration,
    resource: users.contract.name,
    recordId: owner?.id ?? null,
    after: { username, email, address },
  })
  if (!owner || !isDue) return null
  const { id, first_name, last_name } = owner
  return { id, email: owner.email ?? '', first_name, last_name }
}

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

/** The accounts that have the username or the email already. */
const findKnown = ({ db }: Write, { username, email }: Account) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'is_active'])
    .where(({ eb, or }) =>
      or([eb('username_key', '=', fold(username)), eb('email_key', '=', fold(email ?? ''))]),
    )
    .execute()
