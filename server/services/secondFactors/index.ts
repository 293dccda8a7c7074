/** Second factors of users, and the challenges by which sign-ins ask for them (MFA-1, MFA-2). */
import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type {
  AppSetup,
  FactorKind,
  PasskeyOptions,
  SecondFactors,
  SignInChallenge,
} from '../../../src/contract/secondFactor'
import { nowOf, nowPlus } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import type { Write } from '../../kit/context'
import { createEncryption } from '../../kit/crypto/encryption'
import type { Secrets } from '../../kit/crypto/secrets'
import { signedTokens } from '../../kit/crypto/signedTokens'
import { useUp } from '../usedStates'
import {
  newPasskeyChallenge,
  passkeysOf,
  proofOptions,
  registrationOptions,
  verifiedRegistration,
  type PasskeyRow,
} from './passkeys'
import { countRecoveryCodes, makeRecoveryCodes, takeRecoveryCode } from './recoveryCodes'
import type { RelyingParty } from './relyingParty'
import { newKey, stepOf, uriOf } from './totp'

type Db = Write['db']

/** Seconds that a challenge is good: long enough to find a telephone. */
const challengeLifetime = 300

/** The user of a factor. */
interface FactorOwner {
  id: number
  username: string
}

/** A sign-in whose password was right. */
export interface PendingSignIn {
  id: number
  password_hash: string
  remember: boolean
  /** The browser (services/sessions/devices.ts), known or new. */
  device: string
}

/** A challenge that is good: what it was given for, and the id by which it is used up. */
interface ReadChallenge {
  jti: string
  webauthn: string
}
/** A passkey before it has a name. */
type NewPasskey = Omit<PasskeyRow, 'passkey_id' | 'name' | 'created_at' | 'last_used_at'>

export interface ReadSignIn extends ReadChallenge {
  user: number
  /** Of the hash of the password that was right. */
  fingerprint: string
  remember: boolean
  device: string
}

/** Tells whether a password is still the one of a challenge; the hash itself does not leave the server. */
export const fingerprintOf = (passwordHash: string): string =>
  createHash('sha256').update(`second factor ${passwordHash}`).digest('base64url').slice(0, 22)

/** What an account has: an app that has shown a code, or a passkey. None: no second factor is asked for. */
export async function factorKindsOf(db: Db, user: number): Promise<FactorKind[]> {
  const app = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', user)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkey = await db
    .selectFrom('passkeys')
    .select('passkey_id')
    .where('user_id', '=', user)
    .limit(1)
    .executeTakeFirst()
  return [...(app ? (['code'] as const) : []), ...(passkey ? (['passkey'] as const) : [])]
}

/** Removes all second factors of a user. @returns whether there were any. */
export async function removeAllFactors({ db }: Write, user: number): Promise<boolean> {
  let removed = 0n
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'] as const)
    removed += (await db.deleteFrom(table).where('user_id', '=', user).executeTakeFirstOrThrow())
      .numDeletedRows
  return removed > 0n
}

export type SecondFactorService = ReturnType<typeof createSecondFactors>

export function createSecondFactors(database: OpenDatabase, secrets: Secrets) {
  const encryption = createEncryption(secrets, 'second factors')
  const tokens = (purpose: string) =>
    signedTokens(
      secrets,
      { audience: `citygate-${purpose}`, type: 'challenge+jwt', lifetime: challengeLifetime },
      database.clock,
    )
  const signIns = tokens('second-step')
  const passkeySignIns = tokens('passkey-sign-in')
  const registrations = tokens('passkey-registration')

  const placeOf = (user: number) => `totp_secrets ${user}`

  const keyOf = (write: Pick<Write, 'db'>, user: number) =>
    write.db.selectFrom('totp_secrets').selectAll().where('user_id', '=', user).executeTakeFirst()

  /** The recovery codes that come with the first factor; null where there are some already. */
  const firstCodes = async (write: Write, user: number): Promise<string[] | null> =>
    (await countRecoveryCodes(write.db, user)) > 0 ? null : makeRecoveryCodes(write, encryption, user)

  /** Recovery codes of an account without another factor would be one by themselves. */
  const dropUnneededCodes = async (write: Write, user: number): Promise<void> => {
    if ((await factorKindsOf(write.db, user)).length > 0) return
    await write.db.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
  }

  return {
    /** The second factors of a user. @param party null where passkeys do not work. */
    async of(db: Db, user: number, party: RelyingParty | null): Promise<SecondFactors> {
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', user)
        .executeTakeFirstOrThrow()
      return {
        can_have: password_hash !== null,
        can_have_passkeys: party !== null,
        app_since: (await keyOf({ db }, user))?.confirmed_at ?? null,
        recovery_codes_left: await countRecoveryCodes(db, user),
        passkeys: (await passkeysOf(db, user)).map(({ passkey_id, name, created_at, last_used_at }) => ({
          passkey_id,
          name,
          created_at,
          last_used_at,
        })),
      }
    },

    /** Begins to set up an authenticator app, anew where that was begun before; one that is in use stays so (MFA-1). */
    async beginApp({ db }: Write, { id, username }: FactorOwner): Promise<AppSetup> {
      const key = newKey()
      const next_sealed = encryption.encrypt(key, placeOf(id))
      await db
        .insertInto('totp_secrets')
        .values({ user_id: id, sealed: null, next_sealed, confirmed_at: null, last_step: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ next_sealed }))
        .execute()
      return { setup_key: key, setup_uri: uriOf(key, username) }
    },

    /**
     * Takes the authenticator app that was begun into use by its first code, in place of one before it.
     * @returns null for a wrong code, and where none was begun.
     */
    async confirmApp(write: Write, user: number, code: string): Promise<'added' | 'replaced' | null> {
      const { db } = write
      const found = await keyOf(write, user)
      if (found?.next_sealed == null) return null
      const key = encryption.decrypt(found.next_sealed, placeOf(user))
      const step = key ? stepOf(key, digitsOf(code), nowOf(db)) : null
      if (step === null) return null
      const { numUpdatedRows } = await db
        .updateTable('totp_secrets')
        .set({
          sealed: found.next_sealed,
          next_sealed: null,
          confirmed_at: nowPlus(db, 0),
          last_step: step,
        })
        .where('user_id', '=', user)
        .where('next_sealed', '=', found.next_sealed)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return null
      return found.sealed === null ? 'added' : 'replaced'
    },

    /** @returns false where there is none. */
    async removeApp(write: Write, user: number): Promise<boolean> {
      const { numDeletedRows } = await write.db
        .deleteFrom('totp_secrets')
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow()
      await dropUnneededCodes(write, user)
      return numDeletedRows > 0n
    },

    firstCodes,
    makeCodes: (write: Write, user: number): Promise<string[]> => makeRecoveryCodes(write, encryption, user),

    /** The challenge of a sign-in whose password was right. */
    async challenge(
      pending: PendingSignIn,
      kinds: FactorKind[],
      party: RelyingParty | null,
    ): Promise<SignInChallenge> {
      const webauthn = newPasskeyChallenge()
      const { id, password_hash, remember, device } = pending
      const claims = { sub: String(id), fit: fingerprintOf(password_hash), remember, device, webauthn }
      const usesPasskeys = party !== null && kinds.includes('passkey')
      return {
        second_factor: {
          challenge: await signIns.sign(claims),
          kinds,
          options: usesPasskeys
            ? await proofOptions(party, webauthn, await passkeysOf(database.db, id))
            : null,
          expires_in: challengeLifetime,
        },
      }
    },

    /** The sign-in that a challenge belongs to; null where it has run out. */
    async readChallenge(challenge: string): Promise<ReadSignIn | null> {
      const claims = await signIns.read(challenge, ['sub'])
      if (!claims) return null
      return {
        ...commonClaims(claims),
        user: Number(claims.sub),
        fingerprint: String(claims['fit']),
        remember: claims['remember'] === true,
        device: String(claims['device']),
      }
    },

    /** Takes a code of the authenticator app, each once and none that is older, or a recovery code (MFA-2, MFA-4). */
    async takeCode(write: Write, user: number, typed: string): Promise<'code' | 'recovery code' | null> {
      const { db } = write
      const code = digitsOf(typed)
      if (!/^\d{6}$/.test(code))
        return (await takeRecoveryCode(write, encryption, user, typed)) ? 'recovery code' : null
      const found = await keyOf(write, user)
      if (found?.sealed == null) return null
      const key = encryption.decrypt(found.sealed, placeOf(user))
      const step = key ? stepOf(key, code, nowOf(db)) : null
      if (step === null) return null
      const { numUpdatedRows } = await db
        .updateTable('totp_secrets')
        .set({ last_step: step })
        .where('user_id', '=', user)
        .where('sealed', '=', found.sealed)
        .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n ? 'code' : null
    },

    /** What a browser needs to make a passkey for a user. */
    async beginPasskey(party: RelyingParty, owner: FactorOwner): Promise<PasskeyOptions> {
      const webauthn = newPasskeyChallenge()
      const { options, handle } = await registrationOptions(database.db, party, owner, webauthn)
      const challenge = await registrations.sign({ sub: String(owner.id), handle, webauthn })
      return { challenge, options }
    },

    /** The columns of a passkey that a browser has made for a user; null where it does not prove it. */
    async verifyPasskey(
      party: RelyingParty,
      user: number,
      { challenge, passkey_response }: { challenge: string; passkey_response: string },
    ): Promise<{ columns: NewPasskey; begun: ReadChallenge } | null> {
      const claims = await registrations.read(challenge, ['sub'])
      if (!claims || Number(claims.sub) !== user) return null
      const begun = commonClaims(claims)
      const made = await verifiedRegistration(party, begun.webauthn, passkey_response)
      return made && { columns: { ...made, user_id: user, user_handle: String(claims['handle']) }, begun }
    },

    /** @returns false where there is none such of the user. */
    async removePasskey(write: Write, user: number, passkey: number): Promise<boolean> {
      const { numDeletedRows } = await write.db
        .deleteFrom('passkeys')
        .where('user_id', '=', user)
        .where('passkey_id', '=', passkey)
        .executeTakeFirstOrThrow()
      await dropUnneededCodes(write, user)
      return numDeletedRows > 0n
    },

    /** What a browser needs to sign in by a passkey alone. */
    async beginPasskeySignIn(party: RelyingParty): Promise<PasskeyOptions> {
      const webauthn = newPasskeyChallenge()
      const challenge = await passkeySignIns.sign({ webauthn })
      return { challenge, options: await proofOptions(party, webauthn, null) }
    },

    /** The challenge of a sign-in by a passkey alone; null where it has run out. */
    async readPasskeySignIn(challenge: string): Promise<ReadChallenge | null> {
      const claims = await passkeySignIns.read(challenge, [])
      return claims && commonClaims(claims)
    },

    /** Uses a challenge up. @returns false where that has been done before. */
    useUp: (write: Write, { jti }: ReadChallenge): Promise<boolean> => useUp(write, jti, challengeLifetime),
  }
}

const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '')

const commonClaims = ({ jti, ...claims }: JWTPayload): ReadChallenge => ({
  jti: String(jti),
  webauthn: String(claims['webauthn']),
})
