import { sql, type GeneratedAlways, type SqlBool } from 'kysely'
import { integer, number, timestamp } from '../../src/contract/fields'
import { neededBySource } from '../../src/contract/opportunities'
import { problems } from '../../src/contract/problems'
import type { Write } from '../kit/context'
import type { FieldErrors, Values } from '../kit/declaration'
import { defineResource, shared } from '../kit/define'
import { ApiError, invalidFields, invalidParameter } from '../kit/errors'
import { dayParameters } from './dayConditions'
import { todayOf } from './market'
import { markForPricing } from './quotePricing'
import { expiresToday, expiringToday, quoteSummaries } from './quoteSummaries'
import { storeReadiness, storeUnready } from './readiness'
import { knownSourceName } from './sourceNames'
import { stageDay } from './stageDays'

declare module '../db/tables' {
  interface ServerColumns {
    opportunities: Searched & {
      annual_volume_dth: GeneratedAlways<number | null>
      /** The first day on which its readiness may change by itself; null: never. Empty: it was never counted. */
      ready_until: string | null
      opportunity_name_key: string
      sales_represented_key: string | null
      broker_name_key: string | null
      source_name_key: string | null
      /** The folded name of the first tag. */
      tags_key: string | null
    }
  }
}

/** A volume in dekatherms, as lists are ordered by it. */
export const inDekatherms = (column: 'sales_annual_volume_manual' | 'estimated_annual_volume') => {
  const volume = sql.ref(`opportunities.${column}`)
  return {
    columns: [column, 'dekatherms'],
    amount: sql`case when not opportunities.dekatherms then ${volume} / 10.0 else ${volume} end`,
  } as const
}

export const opportunities = defineResource('opportunities', {
  description: 'Prospective deals.',
  limitedBy: 'team_id',
  listParameters: {
    ...dayParameters,
    quotes_expire_today: {
      description: "True: only those with an open quote that expires on the market's day.",
      condition: (value, _given, db) => {
        if (value !== 'true') throw invalidParameter('quotes_expire_today', 'Send true.')
        return sql<SqlBool>`opportunities.opportunity_id in (${expiringToday(db)})`
      },
      dependsOnMoment: true,
      conditionOfOne: expiresToday,
    },
  },
  links: {
    tags: { table: 'opportunity_tags', own: 'opportunity_id', target: 'tag_id', order: 'position' },
    organizations: {
      table: 'opportunity_organizations',
      own: 'opportunity_id',
      target: 'organization_id',
      order: 'position',
    },
    bids: { table: 'bids', own: 'opportunity', target: 'bid_id' },
  },
  computed: {
    fields: {
      best_price: number({ quantity: { pricePer: 'dth' } }),
      quotes_open: integer(),
      next_expiry: timestamp(),
    },
    read: async (db, ids) =>
      new Map((await quoteSummaries(db, ids)).map(({ opportunity, ...summary }) => [opportunity, summary])),
  },
  search: ['opportunity_name', shared('tags.name'), 'sales_represented', 'broker_name', 'organizations.name'],
  check: (values, before) => ({ ...(before === null ? lacksOfSource(values) : {}), ...lacksOfLoss(values) }),
  compute: ({ stage }) => (stage === 'lost' ? {} : { lost_reason: null, lost_note: null }),
  prepare: async (write, values, { before }) => {
    const source_name = await listedName(write, values.source_name, before?.source_name)
    const stage = values.stage ?? null
    return {
      source_name,
      ...(stage !== (before?.stage ?? null) && {
        stage_changed_on: before ? await stageDay(write, before, stage) : todayOf(write.db),
      }),
      ...(before === null ? prefilled({ ...values, source_name }) : {}),
    }
  },
  after: async ({ db }, id, { values, before }) => {
    const organizations = values.organizations?.length ?? 0
    if (before === null && organizations === 0) await storeUnready(db, id)
    else if (before === null || values.organizations !== undefined) await storeReadiness(db, [id])
  },
  moved: async (write, id, { deleted_at }) => {
    if (deleted_at === null) return assertUnsigned(write, id)
    // It is not counted in the trash.
    await storeReadiness(write.db, [id])
    const held = await write.db
      .selectFrom('bids')
      .select('bid_id')
      .where('opportunity', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    await markForPricing(
      write,
      'bid',
      held.map(({ bid_id }) => bid_id),
    )
  },
  cascades: [
    // Drafts only: with others the deletion is refused.
    { resource: 'contracts', by: 'opportunity' },
    { resource: 'bids', by: 'opportunity' },
    { resource: 'creditSetups', by: 'opportunity' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'opportunity' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'opportunity' } },
  ],
  filterOrders: { stage: 'pricing_due_date' },
  orderedBy: { sales_annual_volume_manual: 'annual_volume_dth' },
  comparedBy: {
    sales_annual_volume_manual: inDekatherms('sales_annual_volume_manual'),
    estimated_annual_volume: inDekatherms('estimated_annual_volume'),
    broker_fee: {
      columns: ['broker_fee', 'dekatherms'],
      amount: sql`case when not opportunities.dekatherms then opportunities.broker_fee * 10.0 else opportunities.broker_fee end`,
    },
  },
  foldedTexts: ['broker_name', 'source_name'],
  sortKeys: {
    opportunity_name: 'opportunity_name',
    sales_represented: 'sales_represented',
    tags: 'tags.name',
  },
})

/** @throws ApiError 409 for an opportunity with a contract that is more than a draft, its own or of one of its bids (GAS-3). */
async function assertUnsigned({ db }: Write, opportunity: number): Promise<void> {
  const signed = db
    .selectFrom('contracts')
    .select('contracts.contract_id')
    .where('contracts.signed_on', 'is not', null)
    .limit(1)
  const found =
    (await signed.where('contracts.opportunity', '=', opportunity).executeTakeFirst()) ??
    (await signed
      .innerJoin('bids', 'bids.bid_id', 'contracts.bid')
      .where('bids.opportunity', '=', opportunity)
      .executeTakeFirst())
  if (found) throw new ApiError(409, 'refused', 'This opportunity has a signed contract.')
}

/** Missing details of a new deal's source, by field; a deal without a source needs none (OPN-3). */
function lacksOfSource({
  source_type,
  ...values
}: Partial<Values<'opportunities'>>): FieldErrors<'opportunities'> {
  const needed = source_type === 'INDIRECT' || source_type === 'DIRECT' ? neededBySource[source_type] : []
  const lacking = needed.filter((name) => values[name] === null)
  return Object.fromEntries(lacking.map((name) => [name, problems.required]))
}

/** A lost deal says why (BOARD-2). */
const lacksOfLoss = ({
  stage,
  lost_reason,
}: Partial<Values<'opportunities'>>): FieldErrors<'opportunities'> =>
  stage === 'lost' && !lost_reason ? { lost_reason: 'A lost opportunity needs a reason.' } : {}

/**
 * A source name as spelled in the list; the record's current one may be missing there (OPN-9).
 * @throws ApiError 400 for any other name.
 */
async function listedName(
  write: Write,
  name: string | null = null,
  before: string | null = null,
): Promise<string | null> {
  if (name === null || name === before) return name
  const listed = await knownSourceName(write, name)
  if (listed === undefined) throw invalidFields({ source_name: 'Choose an entry of the list.' })
  return listed
}

/** The wizard's details of the source are defaults for those of the broker, which it does not ask for. */
const prefilled = ({
  source_name = null,
  source_fee = 0,
  estimated_annual_volume = null,
  ...values
}: Values<'opportunities'>) => ({
  broker_name: values.broker_name ?? source_name,
  broker_fee: values.broker_fee ?? (source_fee === 0 ? null : source_fee),
  sales_annual_volume_manual: values.sales_annual_volume_manual ?? estimated_annual_volume,
})
