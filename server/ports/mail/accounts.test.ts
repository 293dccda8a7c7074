import { copyTemplate } from '../../testing/databases'
import { openDatabase, type OpenDatabase } from '../../db/dialects'
import { nameMailboxes } from './accounts'

let database: OpenDatabase
beforeAll(async () => {
  database = openDatabase(await copyTemplate())
})
afterAll(() => database.db.destroy())

test('[SETUP-1] profiles name the mailboxes that are connected at a mail service, not those that have ended, and none without one', async () => {
  const { db } = database
  const now = new Date().toISOString()
  const account = (user: number, email: string, ended_at: string | null) => ({
    id: `account-${email}`,
    user,
    email,
    provider: 'google',
    grant_name: email,
    sealed: '',
    created_at: now,
    expired_at: null,
    ended_at,
    next_at: now,
    failures: 0,
    claimed_by: null,
  })
  await db
    .insertInto('mail_accounts')
    .values([
      account(1, 'old@desk.example', now),
      account(1, 'one@desk.example', null),
      account(2, '', null),
      account(3, 'three@desk.example', now),
    ])
    .execute()
  const addresses = async () =>
    (
      await db
        .selectFrom('users')
        .innerJoin('profiles', 'profiles.id', 'users.profile')
        .select('mail_address')
        .where('users.id', '<=', 3)
        .orderBy('users.id')
        .execute()
    ).map(({ mail_address }) => mail_address)
  await nameMailboxes(db, true)
  expect(await addresses()).toEqual(['one@desk.example', null, null])
  await nameMailboxes(db, false)
  expect(await addresses()).toEqual([null, null, null])
})
