/** The users' accounts at the service; their grants are encrypted (TRUST-17). */
import { randomUUID } from 'node:crypto'
import { mailMarkers } from '../../../../src/contract/mail'
import { nowPlus } from '../../../db/clock'
import type { OpenDatabase } from '../../../db/dialects'
import { inTransaction, type Write } from '../../../kit/context'
import { resourceOf } from '../../../kit/registry'
import { updateFromValues } from '../../../kit/write/update'
import { createEncryption } from '../../../kit/crypto/encryption'
import type { Secrets } from '../../../kit/crypto/secrets'
import type { Grant } from './api'

export interface MailAccount {
  id: string
  user: number
  email: string
  provider: string
  /** Null where no key of the installation can decrypt it any more. */
  grant: Grant | null
  isExpired: boolean
}

/** An account that calls can be made for. */
export type GrantedAccount = MailAccount & { grant: Grant }

/** The result of a consent. */
export interface Granted {
  grant: Grant
  email: string
  provider: string
}

export type AccountStore = ReturnType<typeof accountStore>

export function accountStore(database: OpenDatabase, secrets: Secrets) {
  const { db } = database
  const encryption = createEncryption(secrets, 'mail accounts')
  const placeOf = ({ id, user }: { id: string; user: number }) => `mail_accounts ${id} ${user}`

  const grantOf = (row: { id: string; user: number; sealed: string }): Grant | null =>
    encryption.decrypt(row.sealed, placeOf(row))

  return {
    /** The grant of a row; null where no key of the installation can decrypt it any more. */
    grantOf,

    /** Whether a grant also belongs to another user's active account. */
    isShared: async (id: string, grant: Grant): Promise<boolean> => {
      const other = await db
        .selectFrom('mail_accounts')
        .select('id')
        .where('grant_name', 'in', encryption.lookupDigests(grant))
        .where('id', '!=', id)
        .where('ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return other !== undefined
    },

    /** The account of a user; null where none has been connected. */
    find: async (user: number): Promise<MailAccount | null> => {
      const row = await db
        .selectFrom('mail_accounts')
        .select(['id', 'user', 'email', 'provider', 'sealed', 'expired_at'])
        .where('user', '=', user)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (!row) return null
      const { id, email, provider, expired_at } = row
      return { id, user, email, provider, grant: grantOf(row), isExpired: expired_at !== null }
    },

    /** The active accounts of a grant. */
    withGrant: async (grant: Grant): Promise<GrantedAccount[]> => {
      const rows = await db
        .selectFrom('mail_accounts')
        .selectAll()
        .where('grant_name', 'in', encryption.lookupDigests(grant))
        .where('ended_at', 'is', null)
        .where('expired_at', 'is', null)
        .execute()
      return rows.map(({ id, user, email, provider }) => ({
        id,
        user,
        email,
        provider,
        grant,
        isExpired: false,
      }))
    },

    /** Stores the account that a user has connected; one of another mailbox that they had before ends. */
    connect: async (write: Write, user: number, { grant, email, provider }: Granted): Promise<void> => {
      const [name, ...olderNames] = encryption.lookupDigests(grant)
      const before = await write.db
        .selectFrom('mail_accounts')
        .select(['id', 'grant_name'])
        .where('user', '=', user)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      const isSame = before !== undefined && [name, ...olderNames].includes(before.grant_name)
      if (!isSame) await begin(write, user)
      const id = isSame ? before.id : randomUUID()
      const values = {
        email,
        provider,
        grant_name: name,
        sealed: encryption.encrypt(grant, placeOf({ id, user })),
        expired_at: null,
        next_at: nowPlus(db, 0),
        failures: 0,
      }
      await (
        isSame
          ? write.db.updateTable('mail_accounts').set(values).where('id', '=', id)
          : write.db
              .insertInto('mail_accounts')
              .values({ ...values, id, user, created_at: nowPlus(db, 0), ended_at: null, claimed_by: null })
      ).execute()
    },

    /**
     * Records that the service refuses a grant: until it is renewed, no call is made with it, and its user is notified.
     */
    expire: (id: string): Promise<void> =>
      inTransaction(database, { actor: null, requestId: null }, async (write) => {
        const expired = await write.db
          .updateTable('mail_accounts')
          .set({ expired_at: nowPlus(db, 0) })
          .where('id', '=', id)
          .where('expired_at', 'is', null)
          .returning('user')
          .executeTakeFirst()
        if (!expired) return
        write.owner = expired.user
        const { profile } = await write.db
          .selectFrom('users')
          .select('profile')
          .where('id', '=', expired.user)
          .executeTakeFirstOrThrow()
        if (profile !== null)
          await updateFromValues(write, resourceOf('profiles'), profile, {
            nylas_access_token: mailMarkers.expired,
          })
      }),
  }
}

/** Deletes the data of a user's previous account. */
async function begin(write: Write, user: number): Promise<void> {
  await disconnect(write, user)
  await write.db.deleteFrom('calendars').where('owner', '=', user).execute()
  await write.db
    .updateTable('profiles')
    .set({ nylas_default_calendar: null })
    .where('id', 'in', (users) => users.selectFrom('users').select('profile').where('id', '=', user))
    .execute()
}

/**
 * Ends the account of a user: it is not used from now on, and its grant is revoked at the service soon after. Events
 * and messages stay, without a link to the account.
 * @returns whether there was one.
 */
export async function disconnect({ db }: Write, user: number): Promise<boolean> {
  const ended_at = nowPlus(db, 0)
  const { numUpdatedRows } = await db
    .updateTable('mail_accounts')
    .set({ ended_at, next_at: ended_at, failures: 0 })
    .where('user', '=', user)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('mail_links').where('user', '=', user).execute()
  await db.deleteFrom('mail_contacts').where('user', '=', user).execute()
  await db.deleteFrom('calendars').where('owner', '=', user).execute()
  return true
}
