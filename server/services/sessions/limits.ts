/** Limits of failed sign-ins by account and address, and the delay before the next attempt (TRUST-15). */
import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables'
import { fold } from '../../kit/fold'
import { networkOf, allocationOf } from '../../kit/http/networkAddresses'
import { inSeconds } from './lifetime'

/** Times in seconds. */
interface Rule {
  /** Failures without a delay; beyond them each one doubles the delay. */
  free: number
  firstWait: number
  longestWait: number
  /** The time after which one failure is forgotten. */
  forget: number
}

/**
 * The delay for an account as a whole stays short, because unauthenticated requests can cause it. An attempt from an address or a
 * browser where the account has signed in lately meets only the rule of that pair. The first attempt from a network
 * without recent failures meets no delay of the account: a flood from elsewhere locks its owner out nowhere
 * (TRUST-41).
 */
const pair = { free: 5, firstWait: 15, longestWait: 900, forget: 600 }
const rules = {
  accountAndDevice: pair,
  accountAndAddress: pair,
  accountAndSite: { free: Infinity, firstWait: 0, longestWait: 0, forget: 600 },
  address: { free: 30, firstWait: 15, longestWait: 300, forget: 60 },
  account: { free: 60, firstWait: 5, longestWait: 60, forget: 30 },
} as const satisfies Record<string, Rule>

/** What sends mail for an address without an account: a small office can do it together, a flood cannot (AUTH-16). */
const unprovedMail: Rule = { free: 10, firstWait: 30, longestWait: 900, forget: 300 }

/**
 * Limits of an address without an account. Answers of a directory without a sign-in, and passkeys that prove nothing: as many
 * as wrong passwords.
 */
const addressRules = {
  registration: unprovedMail,
  passwordReset: unprovedMail,
  directory: rules.address,
  passkey: rules.address,
} as const satisfies Record<string, Rule>
type AddressAction = keyof typeof addressRules

/** Links to one email, all requests together, so that mailboxes are not flooded (TRUST-42). */
const linkRule: Rule = { free: 5, firstWait: 60, longestWait: 3_600, forget: 1_200 }

/** Wrong codes of an account, from all addresses together: only those who know the password can cause them (MFA-6). */
const codeRule: Rule = pair

type Scope = keyof typeof rules
const scopes = Object.keys(rules) as Scope[]
/** A browser that has never signed in has no pair with any account. */
const scopesOf = ({ device }: AttemptSource): Scope[] =>
  device === undefined ? scopes.filter((scope) => scope !== 'accountAndDevice') : scopes

/** Seconds for which an address counts as known for an account. */
const knownSeconds = 30 * 86_400

/** The origin of an attempt: the name as typed, whether or not the account exists, and the address. */
export interface AttemptSource {
  username: string
  address: string
  /** The browser, where it has signed in before; devices.ts. */
  device?: string | undefined
}

type Db = Kysely<Tables>

/** The value of `blocked_until` without a delay: the epoch, since a concurrent attempt may compare with a slightly earlier time. */
const unblocked = new Date(0).toISOString()

/** How an attempt is treated. */
export interface ThrottleStatus {
  /** Seconds until it is checked, rounded up; 0: now. */
  wait: number
  /** Whether the account has been signed in to lately from this address or by this browser. */
  isKnown: boolean
}

export async function throttleStatusOf(db: Db, source: AttemptSource, now: Date): Promise<ThrottleStatus> {
  const { accountAndDevice, accountAndAddress, accountAndSite, address, account } = await rowsOf(db, source)
  const known = [accountAndDevice, accountAndAddress].find((row) => isKnownPair(row, now))
  if (known) return { wait: secondsUntil([known], now), isKnown: true }
  const hasFailedThere = accountAndSite !== undefined && accountAndSite.forgotten_at > now.toISOString()
  const meets = [accountAndAddress, address, ...(hasFailedThere ? [account] : [])]
  return { wait: secondsUntil(meets, now), isKnown: false }
}

const isKnownPair = (row: LimitRow | undefined, now: Date): boolean =>
  row?.signed_in_at != null && Date.parse(row.signed_in_at) > now.getTime() - knownSeconds * 1_000

/** Seconds until the next attempt is checked, rounded up; 0: now. */
export const secondsUntilAttempt = async (db: Db, source: AttemptSource, now: Date): Promise<number> =>
  (await throttleStatusOf(db, source, now)).wait

/**
 * Counts a failure.
 * @returns seconds until the next attempt.
 */
export async function countFailure(db: Db, source: AttemptSource, now: Date): Promise<number> {
  const rows = await rowsOf(db, source)
  for (const scope of scopesOf(source))
    await countIn(db, rules[scope], keyOf(scope, source), rows[scope], now)
  return secondsUntilAttempt(db, source, now)
}

/** Seconds until the next request of this kind from an address is accepted, rounded up; 0: now. */
export async function secondsUntilAddressAccepted(
  db: Db,
  action: AddressAction,
  address: string,
  now: Date,
): Promise<number> {
  return secondsUntil([await rowOfAddress(db, action, address)], now)
}

/** Records a request of this kind from an address, with any result. */
export async function recordAddressRequest(
  db: Db,
  action: AddressAction,
  address: string,
  now: Date,
): Promise<void> {
  const row = await rowOfAddress(db, action, address)
  await countIn(db, addressRules[action], addressKey(action, address), row, now)
}

/** Seconds until an email can be sent another link, rounded up; 0: now. */
export const secondsUntilEmailAccepted = async (db: Db, email: string, now: Date): Promise<number> =>
  secondsUntil([await rowAt(db, linkKey(email))], now)

/** Records a link sent to an email. */
export async function recordEmailRequest(db: Db, email: string, now: Date): Promise<void> {
  const key = linkKey(email)
  await countIn(db, linkRule, key, await rowAt(db, key), now)
}

/** Seconds until another code of a user is checked, rounded up; 0: now. */
export const secondsUntilCodeAccepted = async (db: Db, user: number, now: Date): Promise<number> =>
  secondsUntil([await rowAt(db, codeKey(user))], now)

/** Counts a wrong code. */
export async function recordWrongCode(db: Db, user: number, now: Date): Promise<void> {
  const key = codeKey(user)
  await countIn(db, codeRule, key, await rowAt(db, key), now)
}

/** Forgets the wrong codes of a user after a right one. */
export async function forgetWrongCodes(db: Db, user: number): Promise<void> {
  await db.deleteFrom('sign_in_limits').where('key', '=', codeKey(user)).execute()
}

/**
 * Forgets the failures of this account and address together, not those of others with either.
 * @returns whether the account had been signed in to from there, or by this browser, before and lately.
 */
export async function countSuccess(db: Db, source: AttemptSource, now: Date): Promise<boolean> {
  const { isKnown } = await throttleStatusOf(db, source, now)
  const moment = now.toISOString()
  const values = { forgotten_at: moment, blocked_until: unblocked, signed_in_at: moment }
  for (const scope of scopesOf(source).filter((each) => rules[each] === pair))
    await db
      .insertInto('sign_in_limits')
      .values({ key: keyOf(scope, source), ...values })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
      .execute()
  return isKnown
}

/** Deletes rows without effect. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  const moment = now.toISOString()
  await db
    .deleteFrom('sign_in_limits')
    .where('forgotten_at', '<', moment)
    .where('blocked_until', '<', moment)
    .where((eb) =>
      eb.or([eb('signed_in_at', 'is', null), eb('signed_in_at', '<', inSeconds(now, -knownSeconds))]),
    )
    .execute()
}

const waitAfter = ({ free, firstWait, longestWait }: Rule, failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - free))

const secondsUntil = (rows: readonly ({ blocked_until: string } | undefined)[], now: Date): number =>
  Math.max(
    0,
    ...rows.map((row) => Math.ceil((Date.parse(row?.blocked_until ?? '') - now.getTime()) / 1_000) || 0),
  )

type LimitRow = Selectable<Tables['sign_in_limits']>

async function countIn(db: Db, rule: Rule, key: string, row: LimitRow | undefined, now: Date): Promise<void> {
  const { forget } = rule
  const kept = Math.max(now.getTime(), Date.parse(row?.forgotten_at ?? now.toISOString()))
  const forgottenAt = kept + forget * 1_000
  const count = Math.ceil((forgottenAt - now.getTime()) / (forget * 1_000))
  const seconds = waitAfter(rule, count)
  const blocked = seconds > 0 ? inSeconds(now, seconds) : unblocked
  const before = row?.blocked_until ?? blocked
  const values = {
    forgotten_at: new Date(forgottenAt).toISOString(),
    blocked_until: before > blocked ? before : blocked,
  }
  await db
    .insertInto('sign_in_limits')
    .values({ key, signed_in_at: null, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

const addressKey = (action: AddressAction, address: string) => digestOf([action, networkOf(address)])

const codeKey = (user: number) => digestOf(['code', String(user)])

const linkKey = (email: string) => digestOf(['link', fold(email)])

const rowAt = (db: Db, key: string) =>
  db.selectFrom('sign_in_limits').selectAll().where('key', '=', key).executeTakeFirst()

const rowOfAddress = (db: Db, action: AddressAction, address: string) =>
  rowAt(db, addressKey(action, address))

/** A digest: a name typed by mistake may be a password. */
function keyOf(scope: Scope, { username, address, device = '' }: AttemptSource): string {
  const name = fold(username)
  const network = networkOf(address)
  const of = {
    accountAndDevice: [name, device],
    accountAndAddress: [name, network],
    accountAndSite: [name, allocationOf(address)],
    address: [network],
    account: [name],
  }[scope]
  return digestOf([scope, ...of])
}

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

async function rowsOf(db: Db, source: AttemptSource): Promise<Partial<Record<Scope, LimitRow>>> {
  const keys = new Map(scopesOf(source).map((scope) => [keyOf(scope, source), scope]))
  const rows = await db
    .selectFrom('sign_in_limits')
    .selectAll()
    .where('key', 'in', [...keys.keys()])
    .execute()
  return Object.fromEntries(rows.map((row) => [keys.get(row.key), row])) as Partial<Record<Scope, LimitRow>>
}
