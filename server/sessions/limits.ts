/** How often sign-ins may fail, for whom and from where, and how long the next try then has to wait (TRUST-15). */
import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../db/tables'
import { fold } from '../kit/fold'
import { networkOf } from './addresses'

/** Times in seconds. */
interface Rule {
  /** So many failures at once cost no time; from this one on there is a wait, and each further one doubles it. */
  free: number
  firstWait: number
  longestWait: number
  /** The time in which one failure is forgotten. */
  forget: number
}

/**
 * The wait of an account as a whole stays short: anybody can cause it. Whoever comes from where the account has
 * signed in lately meets only the first rule.
 */
const rules = {
  accountAndAddress: { free: 5, firstWait: 15, longestWait: 900, forget: 600 },
  address: { free: 30, firstWait: 15, longestWait: 300, forget: 60 },
  account: { free: 60, firstWait: 5, longestWait: 60, forget: 30 },
} as const satisfies Record<string, Rule>

/**
 * What one address does without naming an account. Registrations: a small office can sign up together, a flood cannot
 * (AUTH-16). Answers of a directory that sign nobody in: as many as wrong passwords.
 */
const addressRules = {
  registration: { free: 10, firstWait: 30, longestWait: 900, forget: 300 },
  directory: rules.address,
} as const satisfies Record<string, Rule>
type Deed = keyof typeof addressRules

type Scope = keyof typeof rules
const scopes = Object.keys(rules) as Scope[]

/** Seconds for which an address counts as one that an account is used from. */
const known = 30 * 86_400

/** Who tries: the name as typed, whether or not there is such an account, and the address. */
export interface Trier {
  username: string
  address: string
}

type Db = Kysely<Tables>

/** Seconds until this trier's next try is judged, rounded up; 0: now. */
export async function waitFor(db: Db, trier: Trier, now: Date): Promise<number> {
  const rows = await rowsOf(db, trier)
  const pair = rows.accountAndAddress
  const isKnown = pair?.signed_in_at != null && Date.parse(pair.signed_in_at) > now.getTime() - known * 1_000
  return secondsUntil(isKnown ? [pair] : Object.values(rows), now)
}

/**
 * Counts a failure.
 * @returns seconds that the next try has to wait.
 */
export async function countFailure(db: Db, trier: Trier, now: Date): Promise<number> {
  const rows = await rowsOf(db, trier)
  for (const scope of scopes) await countIn(db, rules[scope], keyOf(scope, trier), rows[scope], now)
  return waitFor(db, trier, now)
}

/** Seconds until the next one of its kind from an address is looked at, rounded up; 0: now. */
export async function waitForAddress(db: Db, deed: Deed, address: string, now: Date): Promise<number> {
  return secondsUntil([await deedsOf(db, deed, address)], now)
}

/** Counts one of its kind, whatever becomes of it. */
export async function countOfAddress(db: Db, deed: Deed, address: string, now: Date): Promise<void> {
  const row = await deedsOf(db, deed, address)
  await countIn(db, addressRules[deed], deedKey(deed, address), row, now)
}

/** Forgets this trier's failures, not those of others at the address or with the name. */
export async function countSuccess(db: Db, trier: Trier, now: Date): Promise<void> {
  const moment = now.toISOString()
  const values = { forgotten_at: moment, blocked_until: moment, signed_in_at: moment }
  await db
    .insertInto('sign_in_limits')
    .values({ key: keyOf('accountAndAddress', trier), ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** Drops the rows that no longer say anything. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  const moment = now.toISOString()
  await db
    .deleteFrom('sign_in_limits')
    .where('forgotten_at', '<', moment)
    .where('blocked_until', '<', moment)
    .where((eb) => eb.or([eb('signed_in_at', 'is', null), eb('signed_in_at', '<', inSeconds(now, -known))]))
    .execute()
}

const waitAfter = ({ free, firstWait, longestWait }: Rule, failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - free))

const inSeconds = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000).toISOString()

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
  const blocked = inSeconds(now, waitAfter(rule, count))
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

const deedKey = (deed: Deed, address: string) => digestOf([deed, networkOf(address)])

const deedsOf = (db: Db, deed: Deed, address: string) =>
  db.selectFrom('sign_in_limits').selectAll().where('key', '=', deedKey(deed, address)).executeTakeFirst()

/** A digest: what somebody typed as their name may be their password. */
function keyOf(scope: Scope, { username, address }: Trier): string {
  const name = fold(username)
  const network = networkOf(address)
  const of = { accountAndAddress: [name, network], address: [network], account: [name] }[scope]
  return digestOf([scope, ...of])
}

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

async function rowsOf(db: Db, trier: Trier) {
  const keys = Object.fromEntries(scopes.map((scope) => [scope, keyOf(scope, trier)])) as Record<
    Scope,
    string
  >
  const rows = await db
    .selectFrom('sign_in_limits')
    .selectAll()
    .where('key', 'in', Object.values(keys))
    .execute()
  const row = (scope: Scope) => rows.find(({ key }) => key === keys[scope])
  return { accountAndAddress: row('accountAndAddress'), address: row('address'), account: row('account') }
}
