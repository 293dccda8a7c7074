/** Codes that stand in for an authenticator app or a passkey that is lost: each is good once (MFA-4). */
import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '../../../src/contract/secondFactorFields'
import { nowPlus } from '../../db/clock'
import type { Write } from '../../kit/context'
import type { Encryption } from '../../kit/crypto/encryption'

/** Without what is easily taken for another: 0, 1, i, l, o, u. */
const letters = '23456789abcdefghjkmnpqrstvwxyz'
const groups = 3
const groupLength = 4

const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** A code without what users add or change when they type it. */
const bare = (code: string): string => code.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** By which a code is stored: of all keys of the installation, that of the newest first. */
const digestsOf = (encryption: Encryption, user: number, code: string) =>
  encryption.lookupDigests(`recovery ${user} ${bare(code)}`)

/** Makes new codes in place of all older ones. @returns the codes, which cannot be read again. */
export async function makeRecoveryCodes(
  { db }: Write,
  encryption: Encryption,
  user: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
  await db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: user,
        code_hash: digestsOf(encryption, user, code)[0],
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Uses a code up. @returns whether it was one that has not been used. */
export async function takeRecoveryCode(
  { db }: Write,
  encryption: Encryption,
  user: number,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: nowPlus(db, 0) })
    .where('user_id', '=', user)
    .where('code_hash', 'in', digestsOf(encryption, user, code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** How many codes of a user are unused. */
export async function countRecoveryCodes(db: Write['db'], user: number): Promise<number> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', user)
    .where('used_at', 'is', null)
    .execute()
  return found.length
}
