/** Accounts created by registration (AUTH-16, TRUST-43). */
import type { FastifyInstance } from 'fastify'
import type { Registration } from '../../src/contract/users'
import { nowPlus } from '../db/clock'
import { activeTeam } from '../kit/actors'
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'
import { auditCounted } from '../kit/write/audit'
import { notifyUsers } from '../kit/write/notifications'
import { deleteRecord } from '../kit/write/remove'
import { updateFromValues } from '../kit/write/update'
import { addUser } from './accounts'
import { settleApprovals, users } from './users'

/** The audit action of a refused registration. */
export const refusedRegistration = 'registration refused'

/**
 * Unconfirmed registrations at most, where no mail is sent: beyond that the oldest are deleted, so that fake ones do
 * not block others.
 */
const maxUnconfirmed = 2_000
/** Deleted with each new one. */
const evictedAtOnce = 5

export type Applicant = Omit<Registration, 'password'>

interface NewAccount {
  password_hash: string
  /** Whether the link sent to the email was opened. */
  isConfirmed: boolean
  address: string
}

/** The accounts with the username, or with the confirmed email. */
export const findKnown = ({ db }: Write, { username, email }: Pick<Applicant, 'username' | 'email'>) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'is_active', 'is_email_confirmed'])
    .where(({ eb, or, and }) =>
      or([
        eb('username_key', '=', fold(username)),
        and([eb('email_key', '=', fold(email)), eb('is_email_confirmed', '=', true)]),
      ]),
    )
    .execute()

/** Audits a registration that created no account. */
export const auditRefusal = (
  write: Write,
  { username, email }: Applicant,
  owner: number | null,
  address: string,
): Promise<void> =>
  auditCounted(
    write,
    {
      action: refusedRegistration,
      resource: users.contract.name,
      recordId: owner,
      after: { username, email, address },
    },
    address,
  )

/** The public status of a new account. */
export const statusAfter = (
  { config }: FastifyInstance,
  { user_type }: Pick<Applicant, 'user_type'>,
): 'waiting' | 'active' =>
  // An account that administers others is always approved by the team.
  config.signUp === 'open' && user_type !== 'team' ? 'active' : 'waiting'

/**
 * Creates the account, unless its username or email is taken by now: the answer is the same, and no account is
 * created.
 */
export async function createRegisteredAccount(
  app: FastifyInstance,
  write: Write,
  applicant: Applicant,
  { password_hash, isConfirmed, address }: NewAccount,
): Promise<'waiting' | 'active'> {
  const status = statusAfter(app, applicant)
  if ((await findKnown(write, applicant)).length > 0) {
    await auditRefusal(write, applicant, null, address)
    return status
  }
  if (!isConfirmed) await evictOldest(write)
  const columns = { ...applicant, status, is_active: status === 'active', is_email_confirmed: isConfirmed }
  await addUser(write, columns, password_hash, nowPlus(write.db, 0))
  if (status === 'waiting') await notifyTeam(write)
  return status
}

/** Tells the provider's team that an account waits for approval (NOTI-1). */
async function notifyTeam(write: Write): Promise<void> {
  const team = await activeTeam(write)
  await notifyUsers(
    write,
    team.map(({ actor }) => actor),
    { kind: 'approval', resource: 'users', recordId: 0 },
  )
}

/** Deletes the oldest unconfirmed registrations. */
async function evictOldest(write: Write): Promise<void> {
  const oldest = await unconfirmedRegistrations(write)
    .offset(maxUnconfirmed - 1)
    .limit(evictedAtOnce)
    .execute()
  for (const { id } of oldest) await deleteRegistration(write, id)
}

/**
 * Registrations that await approval and are unconfirmed, the newest first. Those referenced by other records are
 * excluded, such as by tasks that the team has given them.
 */
export const unconfirmedRegistrations = ({ db }: Pick<Write, 'db'>) =>
  db
    .selectFrom('users')
    .select('id')
    .where('registered_at', 'is not', null)
    .where('status', '=', 'waiting')
    .where('is_email_confirmed', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('todos').select('todos.id').whereRef('todos.assignee', '=', 'users.id'))),
    )
    .orderBy('registered_at', 'desc')
    .orderBy('id', 'desc')

/**
 * Refuses registrations: deletes unconfirmed ones, and declines the others, so that a confirmed email cannot register
 * again.
 * @returns how many of them were still waiting.
 */
export async function refuseRegistrations(write: Write, ids: readonly number[]): Promise<number> {
  const waiting = await write.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute()
  const found = await unconfirmedRegistrations(write).where('id', 'in', ids).execute()
  const gone = new Set(found.map(({ id }) => id))
  for (const { id } of waiting)
    if (gone.has(id)) await deleteRegistration(write, id)
    else await updateFromValues(write, users, id, { status: 'deactivated' })
  return waiting.length
}

/** Deletes a registration with its profile; the audit keeps its data. */
export async function deleteRegistration(write: Write, id: number): Promise<void> {
  const { profile } = await deleteRecord(write, users, id, null)
  if (typeof profile === 'number') await write.db.deleteFrom('profiles').where('id', '=', profile).execute()
  await settleApprovals(write)
}
