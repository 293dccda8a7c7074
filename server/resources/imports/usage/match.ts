/** Finds the meters that a file's numbers mean: by the meter number, else by that of an account with one meter (USE-11). */
import { sql, type Kysely } from 'kysely'
import type { GasUnit } from '../../../../src/contract/gas/choices'
import type { UnknownNumber } from '../../../../src/contract/imports'
import type { Tables } from '../../../db/tables'
import { numberMatch } from '../../usageTotals'
import type { UsageCells } from './cells'

type Db = Kysely<Tables>
type Numbers = Pick<UsageCells, 'account_number' | 'meter_number'>

/** A meter of the utility. */
export interface KnownMeter {
  meter_id: number
  meter_number: string
  unit: GasUnit
  utility_account: number
  account_number: string
}

/** An account of the utility, and its meters. */
interface KnownAccount {
  utility_account_id: number
  account_number: string
  meters: KnownMeter[]
}

/** What the numbers of a row mean. */
export type Match =
  | { readonly meter: KnownMeter }
  /** The meter, and the account where it is null, are to be made. */
  | { readonly meter: null; readonly account: number | null; readonly key: string; readonly reason: string }
  | { readonly meter: null; readonly account: null; readonly key: null; readonly reason: string }

/** The condition for accounts of a utility. */
const ofUtility = (utility: number) => sql<boolean>`utility_accounts.utility_state in (
  select utility_state_id from utility_states where utility = ${utility})`

/** The numbers, as they are compared, of the accounts of some meters of a utility, as far as they are there. */
export async function accountsOfMeters(
  db: Db,
  utility: number,
  meters: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('meters')
    .innerJoin('utility_accounts', 'utility_accounts.utility_account_id', 'meters.utility_account')
    .select(['meters.meter_id', 'utility_accounts.number_match'])
    .where('meters.meter_id', 'in', meters)
    .where(ofUtility(utility))
    .where('meters.deleted_at', 'is', null)
    .where('utility_accounts.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ meter_id, number_match }) => [meter_id, number_match]))
}

/** The accounts and meters of a utility that some rows name, of which there are a few. */
export async function knownNumbers(db: Db, utility: number, rows: readonly Numbers[]) {
  const matches = (name: keyof Numbers) => [
    ...new Set(rows.flatMap((row) => (row[name] === null ? [] : numberMatch(row[name])))),
  ]
  const accountMatches = matches('account_number')
  const meterMatches = matches('meter_number')
  const isOfUtility = ofUtility(utility)
  const accounts =
    accountMatches.length === 0
      ? []
      : await db
          .selectFrom('utility_accounts')
          .select(['utility_account_id', 'account_number', 'number_match'])
          .where('number_match', 'in', accountMatches)
          .where(isOfUtility)
          .where('deleted_at', 'is', null)
          .execute()
  const ids = accounts.map(({ utility_account_id }) => utility_account_id)
  const meters = await db
    .selectFrom('meters')
    .innerJoin('utility_accounts', 'utility_accounts.utility_account_id', 'meters.utility_account')
    .select(['meters.meter_id', 'meters.meter_number', 'meters.unit', 'meters.utility_account'])
    .select(['meters.number_match', 'utility_accounts.account_number'])
    .where((eb) =>
      eb.or([
        eb('meters.number_match', 'in', [...meterMatches, '']),
        eb('meters.utility_account', 'in', [...ids, 0]),
      ]),
    )
    .where(isOfUtility)
    .where('meters.deleted_at', 'is', null)
    .where('utility_accounts.deleted_at', 'is', null)
    .orderBy('meters.meter_id')
    .execute()
  const known = {
    meters: new Map(meters.map((meter) => [meter.number_match, meter])),
    accounts: new Map(
      accounts.map((account): [string, KnownAccount] => [
        account.number_match,
        {
          ...account,
          meters: meters.filter(({ utility_account }) => utility_account === account.utility_account_id),
        },
      ]),
    ),
  }
  return (numbers: Numbers): Match => matchIn(known, numbers)
}

interface Known {
  meters: ReadonlyMap<string, KnownMeter>
  accounts: ReadonlyMap<string, KnownAccount>
}

const unusable = (reason: string): Match => ({ meter: null, account: null, key: null, reason })

/** By what rows of one meter belong together: its id, else its number, else that of the account whose only one it is. */
export const meterKey = ({
  meter,
  account_number,
  meter_number,
}: Numbers & { meter: number | null }): string =>
  meter !== null
    ? `id ${meter}`
    : meter_number !== null
      ? `meter ${numberMatch(meter_number)}`
      : `account ${numberMatch(account_number ?? '')}`

function matchIn({ meters, accounts }: Known, { account_number, meter_number }: Numbers): Match {
  const account = account_number === null ? undefined : accounts.get(numberMatch(account_number))
  const key = meterKey({ meter: null, account_number, meter_number })
  if (meter_number !== null) {
    const meter = meters.get(numberMatch(meter_number))
    if (!meter) {
      const of = account ? ` of account ${account.account_number}` : ''
      return {
        meter: null,
        account: account?.utility_account_id ?? null,
        key,
        reason: `The meter ${meter_number}${of} is not known.`,
      }
    }
    return account_number === null || numberMatch(meter.account_number) === numberMatch(account_number)
      ? { meter }
      : unusable(`The meter ${meter.meter_number} belongs to the account ${meter.account_number}.`)
  }
  if (!account)
    return { meter: null, account: null, key, reason: `The account ${account_number ?? ''} is not known.` }
  const [meter, ...others] = account.meters
  if (others.length > 0)
    return unusable(`The account ${account.account_number} has ${account.meters.length} meters.`)
  return meter
    ? { meter }
    : {
        meter: null,
        account: account.utility_account_id,
        key,
        reason: `The account ${account.account_number} has no meter.`,
      }
}

/**
 * The account of a meter that is to be made, which some of its rows name.
 * @returns null where none does
 */
export const accountNamed = (rows: readonly Numbers[]): string | null =>
  rows.find(({ account_number }) => account_number !== null)?.account_number ?? null

/**
 * Tells for rows of one meter another account with which some of them name it; null: all name the same as the row, or none.
 */
export function otherAccounts(rows: readonly Numbers[]): (row: Numbers) => string | null {
  const named = new Map<string, string>()
  for (const { account_number } of rows) {
    const match = account_number === null ? null : numberMatch(account_number)
    if (account_number !== null && match !== null && !named.has(match)) named.set(match, account_number)
  }
  const [first, second] = [...named]
  return ({ account_number }) => {
    if (!first || !second) return null
    return account_number === null || numberMatch(account_number) === first[0] ? second[1] : first[1]
  }
}

/** The numbers that are unknown, each with how many rows have it. */
export function listUnknown(rows: readonly (Numbers & { key: string })[]): UnknownNumber[] {
  const found = new Map<string, UnknownNumber>()
  for (const { account_number, meter_number, key } of rows) {
    const one = found.get(key) ?? { account_number, meter_number, rows: 0 }
    one.account_number ??= account_number
    one.rows++
    found.set(key, one)
  }
  return [...found.values()]
}
