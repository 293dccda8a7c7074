/** The opportunity that renews a contract (CTR-9). */
import type { Row } from '../../src/contract'
import { swingFractions, termMonths } from '../../src/contract/bids'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import { addDays } from '../../src/contract/gas/calendar'
import { decimal, rounded, sumOf } from '../../src/contract/gas/decimal'
import { convertQuantity, heatContentOn, quantityPlaces } from '../../src/contract/gas/units'
import { problems } from '../../src/contract/problems'
import type { LoadProfileAnswer } from '../../src/contract/usage'
import type { Write } from '../kit/context'
import { ApiError, invalidFields } from '../kit/errors'
import { pick } from '../kit/pick'
import { createRecord } from '../kit/write/create'
import { updateFromValues } from '../kit/write/update'
import { bids } from './bids'
import { accountsUnder } from './contractAccounts'
import { storedContracts } from './contracts'
import { todayOf } from './market'
import { opportunities } from './opportunities'
import { loadProfileOf } from './usageReading'

type Contract = Row<'contracts'>

/** Whether a contract has the opportunity that renews it, outside the trash. */
export async function hasRenewal({ db }: Write, { renewal }: Contract): Promise<boolean> {
  if (renewal === null) return false
  const found = await db
    .selectFrom('opportunities')
    .select('opportunity_id')
    .where('opportunity_id', '=', renewal)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Makes the opportunity and the bid for the time after a contract (CTR-9).
 * @throws ApiError 409 for one that is not signed, 400 for one of which no service of a utility is known.
 */
export async function renew(write: Write, contract: Contract): Promise<void> {
  const { end_date, bid, opportunity, contract_id } = contract
  if (contract.signed_on === null || end_date === null)
    throw new ApiError(409, 'refused', 'Only a signed contract can be renewed.', { current: contract })
  const { db } = write
  const accounts = await accountsUnder(write, contract_id)
  const utility_state = contract.utility_state ?? (await utilityStateOf(write, accounts))
  if (utility_state === null) throw invalidFields({ utility_state: problems.required })
  const { name } = await db
    .selectFrom('organizations')
    .select('name')
    .where('organization_id', '=', contract.organization)
    .executeTakeFirstOrThrow()
  const start_date = addDays(contract.terminated_on ?? end_date, 1)
  const renewal = await createRecord(write, opportunities, {
    opportunity_name: `${name} — ${start_date.slice(0, 4)} renewal`,
    organizations: await organizationsOf(write, contract),
    ...(await dealOf(write, opportunity)),
  })
  const former = bid === null ? undefined : await formerBid(write, bid)
  const unit = contract.volume_unit === 'th' ? 'th' : 'dth'
  const profile =
    accounts.length === 0
      ? undefined
      : await loadProfileOf(db, { of: 'contract', ids: [contract_id] }, todayOf(db), unit)
  const volumes =
    profile && isWhole(profile)
      ? { volume_unit: unit, ...pick(profile, [...monthlyVolumes, 'annual_volume']) }
      : await volumesFor(write, contract, utility_state, start_date, unit)
  await createRecord(write, bids, {
    name: `${name} — renewal`,
    opportunity: renewal,
    supplier: former?.supplier ?? 'direct',
    legal_entity: contract.organization,
    utility_state,
    ...volumes,
    terms: [Math.min(contract.term ?? 12, termMonths.length)],
    // A bid needs one: that which never settles stands where neither the contract nor its bid says any.
    swing: contract.swing === null ? (former?.swing ?? [1]) : [nearest(swingFractions, contract.swing)],
    pricing_type: [contract.pricing_type ?? 1],
    site_count: profile?.site_count ?? former?.site_count ?? null,
    meter_count: profile?.meter_count ?? former?.meter_count ?? null,
    utility_accounts: accounts,
    pricing_point: contract.pricing_point,
    start_date,
    new_renewal: 'Renewal',
  })
  await updateFromValues(write, storedContracts, contract.contract_id, { renewal })
}

/** Whether usage tells a year of all accounts; else the volumes of the contract count (CTR-9). */
const isWhole = ({ annual_volume, accounts_without_usage }: LoadProfileAnswer): boolean =>
  annual_volume !== null && accounts_without_usage.length === 0

/** The service of the first account. */
async function utilityStateOf({ db }: Write, [first]: readonly number[]): Promise<number | null> {
  if (first === undefined) return null
  const { utility_state } = await db
    .selectFrom('utility_accounts')
    .select('utility_state')
    .where('utility_account_id', '=', first)
    .executeTakeFirstOrThrow()
  return utility_state
}

const nearest = (values: readonly number[], value: number): number =>
  values.reduce((best, other) => (Math.abs(other - value) < Math.abs(best - value) ? other : best))

async function formerBid({ db }: Write, bid: number) {
  const row = await db
    .selectFrom('bids')
    .select(['supplier', 'swing', 'site_count', 'meter_count'])
    .where('bid_id', '=', bid)
    .executeTakeFirst()
  return row && { ...row, swing: JSON.parse(row.swing) as number[] }
}

/** The organizations of the contract's opportunity that are not in the trash, its own one first. */
async function organizationsOf({ db }: Write, { opportunity, organization }: Contract): Promise<number[]> {
  if (opportunity === null) return [organization]
  const rows = await db
    .selectFrom('opportunity_organizations')
    .innerJoin('organizations', 'organizations.organization_id', 'opportunity_organizations.organization_id')
    .select('organizations.organization_id')
    .where('opportunity_organizations.opportunity_id', '=', opportunity)
    .where('organizations.deleted_at', 'is', null)
    .orderBy('opportunity_organizations.position')
    .execute()
  return [...new Set([organization, ...rows.map((row) => row.organization_id)])]
}

/** What a renewal has in common with the deal before: who looks after it, and who sees it. */
async function dealOf({ db }: Write, opportunity: number | null) {
  if (opportunity === null) return {}
  const row = await db
    .selectFrom('opportunities')
    .select(['sales_represented', 'team_id'])
    .where('opportunity_id', '=', opportunity)
    .executeTakeFirst()
  return row ?? {}
}

/** A bid counts in energy: volumes in mcf or ccf become dekatherms by the utility's heat content of the start. */
async function volumesFor(
  { db }: Write,
  contract: Contract,
  utilityState: number,
  day: string,
  volume_unit: 'dth' | 'th',
) {
  const heatContents = await db
    .selectFrom('heat_contents')
    .innerJoin('utility_states', 'utility_states.utility', 'heat_contents.utility')
    .select(['heat_contents.valid_from', 'heat_contents.mmbtu_per_mcf'])
    .where('utility_states.utility_state_id', '=', utilityState)
    .execute()
  const { volume_unit: from } = contract
  const heatContent = heatContentOn(heatContents, day)
  const months = monthlyVolumes.map((name) => {
    const volume = contract[name]
    return [
      name,
      volume === null
        ? null
        : rounded(convertQuantity(volume, from, volume_unit, heatContent), quantityPlaces[volume_unit]),
    ] as const
  })
  const known = months.flatMap(([, volume]) => volume ?? [])
  return {
    volume_unit,
    ...Object.fromEntries(months),
    annual_volume:
      known.length < months.length
        ? null
        : rounded(sumOf(known.map((volume) => decimal(volume))), quantityPlaces[volume_unit]),
  }
}
