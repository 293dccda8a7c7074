/** Maps people authenticated by a directory to users: by issuer and subject only (TRUST-17). */
import type { SignUp } from '../../src/contract/session'
import { formats } from '../../src/contract/formats'
import { users as usersContract } from '../../src/contract/users'
import { audit } from '../kit/write/audit'
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'
import type { DirectoryPerson } from '../ports/directory'
import { isAccountActive, type AuthenticatedAccount } from '../services/sessions/attempts'
import { addUser, assertSignsIn } from './accounts'

/**
 * The account of a person authenticated by a directory. A new one gets an account of the provider's team where sign-up
 * is allowed: 'open' at once, 'approval' after a member of the team has approved it.
 * @returns the account, or the reason why the sign-in is refused.
 */
export async function accountFor(
  write: Write,
  person: DirectoryPerson,
  newcomers: SignUp,
): Promise<AuthenticatedAccount | string> {
  const { issuer, subject } = person
  const known = await write.db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user')
    .select(['users.id', 'users.username'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (known) return (await isAccountActive(write, known.id)) ? known : 'the account is not active'
  if (newcomers === 'off') return 'nobody here is known to the directory by that name'
  const email =
    person.email !== null && formats.email.fits(person.email) ? formats.email.kept(person.email) : null
  // Only a confirmed email belongs to its user; a claimed one is removed in favour of the directory's proof.
  if (email !== null && (await isEmailTaken(write, email))) return 'the email is another account’s'
  const username = await freeUsername(write, person.username)
  const opens = newcomers === 'open'
  const columns = {
    username,
    first_name: nameIn(person.first_name),
    last_name: nameIn(person.last_name),
    email,
    is_email_confirmed: email !== null && person.is_email_verified,
    user_type: 'team',
    status: opens ? 'active' : 'waiting',
    is_active: opens,
  } as const
  const id = await addUser(write, columns, null)
  await link(write, person, id)
  return opens ? { id, username } : 'the account waits for approval'
}

/** Links a user to a subject of a directory. @throws ApiError 409 for a service user. */
export async function link(
  write: Write,
  { issuer, subject }: Pick<DirectoryPerson, 'issuer' | 'subject'>,
  user: number,
): Promise<void> {
  const linked = await write.db
    .selectFrom('identities')
    .select('user')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (linked?.user === user) return
  await assertSignsIn(write, user)
  await write.db
    .insertInto('identities')
    .values({ issuer, subject, user, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user }))
    .execute()
  await audit(write, {
    action: 'directory identity linked',
    resource: 'users',
    recordId: user,
    after: { issuer, subject },
  })
}

/** A name from a directory, if it is valid here. */
const nameIn = (name: string | null): string | null =>
  name !== null && formats.personName.fits(name) ? name : null

const isTaken = async ({ db }: Write, username: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', fold(username))
    .limit(1)
    .executeTakeFirst()) !== undefined

const isEmailTaken = async ({ db }: Write, email: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', fold(email))
    .where('is_email_confirmed', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A username from the directory's name; with a number where that is taken. */
async function freeUsername(write: Write, wanted: string): Promise<string> {
  const { max } = usersContract.fields.username
  const bare = wanted.replaceAll(/[^\p{Script=Latin}\d._@+-]/gu, '').replace(/^[._@+-]+/, '') || 'member'
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const username = bare.slice(0, max - suffix.length) + suffix
    if (!(await isTaken(write, username))) return username
  }
}
