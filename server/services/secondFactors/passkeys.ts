/** Passkeys (WebAuthn): their options for browsers, and the proofs that browsers give (MFA-3, MFA-5). */
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { nowPlus } from '../../db/clock'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import type { RelyingParty } from './relyingParty'

type Db = Write['db']
export type PasskeyRow = Selectable<Tables['passkeys']>

/** Loaded with the first passkey: it takes a tenth of a second, which a start must not wait for. */
const library = () => import('@simplewebauthn/server')

/** The user whose passkey it becomes, as the browser shows it. */
interface PasskeyOwner {
  id: number
  username: string
}

const transportsOf = ({ transports }: Pick<PasskeyRow, 'transports'>) => JSON.parse(transports) as string[]

const allowed = (row: PasskeyRow) => ({ id: row.credential_id, transports: transportsOf(row) })

/** A challenge of 256 random bits, as it stands in options. */
export const newPasskeyChallenge = (): string => randomBytes(32).toString('base64url')

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** The passkeys of a user, in the order in which they were made. */
export const passkeysOf = (db: Db, user: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user).orderBy('passkey_id').execute()

/** Options for a new passkey. It may sign in by itself where the browser can ask for a fingerprint, face or PIN. */
export async function registrationOptions(
  db: Db,
  party: RelyingParty,
  owner: PasskeyOwner,
  challenge: string,
): Promise<{ options: object; handle: string }> {
  const { generateRegistrationOptions } = await library()
  const known = await passkeysOf(db, owner.id)
  const handle = known[0]?.user_handle ?? randomBytes(32).toString('base64url')
  const options = await generateRegistrationOptions({
    rpName: 'Citygate',
    rpID: party.id,
    userName: owner.username,
    userID: bytesOf(handle),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: known.map(allowed),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { options, handle }
}

/** The columns of a passkey that a browser has made for a challenge; null where its answer does not prove it. */
export async function verifiedRegistration(
  party: RelyingParty,
  challenge: string,
  response: string,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library()
  const parsed = parseResponse(response) as RegistrationResponseJSON | null
  if (!parsed) return null
  const verified = await verifyRegistrationResponse({
    response: parsed,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify((transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 10)),
  }
}

/**
 * Options to prove a passkey.
 * @param passkeys those of the user; none: the browser offers those that it knows, and checks who uses them.
 */
export async function proofOptions(
  party: RelyingParty,
  challenge: string,
  passkeys: readonly PasskeyRow[] | null,
): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    ...(passkeys ? { allowCredentials: passkeys.map(allowed) } : {}),
    userVerification: passkeys ? 'preferred' : 'required',
  })
}

/** A passkey that has been proved, with its next counter. */
export interface ProvedPasskey {
  row: PasskeyRow
  counter: number
}

/**
 * Checks a browser's proof of a passkey.
 * @param user whose passkey it must be; null: that of any, who has then been checked by a fingerprint, face or PIN.
 * @returns null where it is not proved.
 */
export async function provedPasskey(
  db: Db,
  party: RelyingParty,
  { challenge, response, user }: { challenge: string; response: string; user: number | null },
): Promise<ProvedPasskey | null> {
  const { verifyAuthenticationResponse } = await library()
  const parsed = parseResponse(response) as AuthenticationResponseJSON | null
  if (!parsed) return null
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', parsed.id)
    .executeTakeFirst()
  if (!row || (user !== null && row.user_id !== user)) return null
  const verified = await verifyAuthenticationResponse({
    response: parsed,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: row.credential_id,
      publicKey: bytesOf(row.public_key),
      counter: row.counter,
      transports: transportsOf(row),
    },
    requireUserVerification: user === null,
  }).catch(() => null)
  return verified?.verified ? { row, counter: verified.authenticationInfo.newCounter } : null
}

/** Records the use of a passkey. @returns false where it has been removed or used meanwhile, with this counter or a later one. */
export async function recordPasskeyUse({ db }: Write, { row, counter }: ProvedPasskey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: nowPlus(db, 0) })
    .where('passkey_id', '=', row.passkey_id)
    .where('counter', '=', row.counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The answer of a browser; null where it is not even an object with a credential's id. */
function parseResponse(response: string): object | null {
  try {
    const parsed: unknown = JSON.parse(response)
    const isCredential = typeof parsed === 'object' && parsed !== null && 'id' in parsed
    return isCredential && typeof parsed.id === 'string' ? parsed : null
  } catch {
    return null
  }
}
