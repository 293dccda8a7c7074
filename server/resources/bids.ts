import { sql, type GeneratedAlways } from 'kysely'
import type { Row } from '../../src/contract'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import type { Write } from '../kit/context'
import { defineResource, shared } from '../kit/define'
import { ApiError } from '../kit/errors'
import { markForPricing } from './quotePricing'
import { markForReadiness } from './readiness'

declare module '../db/tables' {
  interface ServerColumns {
    bids: Searched &
      CascadedColumns & {
        annual_volume_dth: GeneratedAlways<number | null>
        name_key: string | null
        opportunity_key: string | null
        legal_entity_key: string | null
        utility_state_key: string | null
        pricing_type_key: string | null
        terms_key: string | null
      }
  }
}

/** The fields that the readiness of its opportunity rests on. */
const readyBy = ['opportunity', 'legal_entity', 'utility_accounts'] as const

/** The fields that the prices of its quotes rest on. */
const pricedBy = ['annual_volume', 'volume_unit', 'meter_count', 'utility_state', ...monthlyVolumes] as const

export const bids = defineResource('bids', {
  description:
    'Pricing requests to suppliers, each for one opportunity, one legal entity and one service of a utility.',

  links: {
    utility_accounts: { table: 'bid_utility_accounts', own: 'bid_id', target: 'utility_account_id' },
  },
  search: ['name', 'legal_entity.name', shared('utility_state.utility.name'), shared('utility_state.name')],
  sortKeys: {
    name: 'name',
    opportunity: 'opportunity.opportunity_name',
    legal_entity: 'legal_entity.name',
    utility_state: 'utility_state.utility.name',
    pricing_type: 'pricing_type',
    terms: 'terms',
  },
  orderedBy: { annual_volume: 'annual_volume_dth' },
  comparedBy: {
    annual_volume: {
      columns: ['annual_volume', 'volume_unit'],
      amount: sql`case when bids.volume_unit = 'th' then bids.annual_volume / 10.0 else bids.annual_volume end`,
    },
  },
  isCascaded: true,
  after: async (write, id, { values, before }) => {
    if (
      before !== null &&
      pricedBy.some((name) => values[name] !== undefined && values[name] !== before[name])
    )
      await markForPricing(write, 'bid', [id])
    if (readyBy.some((name) => values[name] !== undefined))
      await markForReadiness(write, 'opportunity', [values.opportunity, before?.opportunity])
  },
  assertRemovable: (write, id) => assertUnsigned(write, id),
  moved: async (write, id, record) => {
    const { deleted_at, opportunity } = record
    if (deleted_at === null) await assertUnawarded(write, record)
    await markForReadiness(write, 'opportunity', [opportunity])
    // The prices of quotes in the trash are not kept up to date.
    if (deleted_at !== null) await markForPricing(write, 'bid', [id])
  },
  cascades: [
    { resource: 'quotes', by: 'bid' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'bid' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'bid' } },
  ],
})

/** @throws ApiError 409 for a bid with a contract that is more than a draft (GAS-3). */
async function assertUnsigned({ db }: Write, bid: number): Promise<void> {
  const signed = await db
    .selectFrom('contracts')
    .select('contract_id')
    .where('bid', '=', bid)
    .where('signed_on', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (signed) throw new ApiError(409, 'refused', 'This bid has a signed contract.')
}

/** @throws ApiError 409 for a bid with an award, which its deletion would leave a draft without (QUO-11). */
async function assertUnawarded({ db }: Write, record: Row<'bids'>): Promise<void> {
  // In the trash with the bid already.
  const awarded = await db
    .selectFrom('quotes')
    .select('quote_id')
    .where('bid', '=', record.bid_id)
    .where('awarded_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (awarded)
    throw new ApiError(409, 'refused', "Revoke the award of this bid's quote first.", { current: record })
}
