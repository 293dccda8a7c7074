/** Which user somebody is whom a directory has named: by its issuer and its subject, and nothing else (TRUST-17). */
import type { SignUp } from '../../src/contract/session'
import { formats } from '../../src/contract/formats'
import { users as usersContract } from '../../src/contract/users'
import { audit } from '../kit/write/audit'
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'
import type { DirectoryPerson } from '../ports/directory'
import { isStillOpen, type Opened } from '../sessions/attempts'
import { addUser } from './accounts'

/**
 * The account that somebody opens through a directory. Whoever is new gets one of the provider's team where newcomers
 * are let in: 'open' at once, 'approval' as soon as one of the team has approved it.
 * @returns the account, or why nobody is signed in.
 */
export async function accountFor(
  write: Write,
  person: DirectoryPerson,
  newcomers: SignUp,
): Promise<Opened | string> {
  const { issuer, subject } = person
  const known = await write.db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user')
    .select(['users.id', 'users.username'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (known) return (await isStillOpen(write, known.id)) ? known : 'the account is not active'
  if (newcomers === 'off') return 'nobody here is known to the directory by that name'
  const email = person.email !== null && formats.email.fits(person.email) ? person.email : null
  // Who says to have an email is not yet whoever has it here.
  if (email !== null && (await isTaken(write, 'email_key', email))) return 'the email is another account’s'
  const username = await freeUsername(write, person.username)
  const opens = newcomers === 'open'
  const columns = {
    username,
    first_name: person.first_name,
    last_name: person.last_name,
    email,
    user_type: 'team',
    status: opens ? 'active' : 'waiting',
    is_active: opens,
  } as const
  const id = await addUser(write, columns, null)
  await link(write, person, id)
  return opens ? { id, username } : 'the account waits for approval'
}

/** Lets a user sign in as whom a directory calls by that subject. */
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

const isTaken = async ({ db }: Write, column: 'username_key' | 'email_key', text: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where(column, '=', fold(text)).limit(1).executeTakeFirst()) !==
  undefined

/** What a directory calls somebody, as a username here; with a number where that is somebody else's. */
async function freeUsername(write: Write, wanted: string): Promise<string> {
  const { max } = usersContract.fields.username
  const bare = wanted.replaceAll(/[^\p{Script=Latin}\d._@+-]/gu, '').replace(/^[._@+-]+/, '') || 'member'
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const username = bare.slice(0, max - suffix.length) + suffix
    if (!(await isTaken(write, 'username_key', username))) return username
  }
}
