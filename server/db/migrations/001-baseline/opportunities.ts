import { sql } from 'kysely'
import { columnTypes, computed, stampColumns, type DatabaseKind, type Statement } from '../ddl/columns'
import { alive, listIndexes, sortIndexes, stampOrderings, trashIndex } from '../ddl/indexes'
import { letterIndex } from '../ddl/letters'
import { textsBeside } from '../ddl/textsBeside'

/** Opportunities with their tags, organizations, bids and credit setups. */
export const opportunities = (kind: DatabaseKind): Statement[] => [
  ...opportunityTables(kind),
  ...bidTables(kind),
]

/** An annual volume in dekatherms, so that lists are ordered by quantity regardless of the stored unit. */
const inDekatherms = (kind: DatabaseKind, volume: string, isTherms: string) =>
  sql`${columnTypes[kind].number}
        generated always as (case when ${sql.raw(isTherms)} then ${sql.raw(volume)} / 10.0 else ${sql.raw(volume)} end) ${computed[kind]}`

function opportunityTables(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, number, key } = columnTypes[kind]
  const orderings = [
    ['opportunity_name_key', false],
    ['tags_key', true],
    ['annual_volume_dth', true],
    ['pricing_due_date', true],
    ['sales_represented_key', true],
    ...stampOrderings,
  ] as const
  return [
    sql`create table opportunities (
      opportunity_id ${id},
      opportunity_name text not null,
      broker_name text,
      broker_fee ${number},
      notes text,
      sales_annual_volume_manual ${number},
      sales_represented text,
      pricing_due_date ${key},
      credit_request text not null,
      source_type text,
      source_name text,
      source_rfp ${number},
      source_fee ${number} not null,
      fee_determinant_indirect ${boolean},
      fee_determinant_direct ${boolean},
      dekatherms ${boolean},
      estimated_annual_volume ${number},
      expected_close_date ${key},
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      opportunity_name_key ${key} not null,
      sales_represented_key ${key},
      tags_key ${key},
      search text not null,
      annual_volume_dth ${inDekatherms(kind, 'sales_annual_volume_manual', 'not dekatherms')}
    )`,
    // PostgreSQL searches the texts beside the table.
    ...(kind === 'postgres'
      ? [
          ...textsBeside('opportunities', 'opportunity_id'),
          ...orderings.flatMap(([column, nullable]) =>
            sortIndexes(kind, 'opportunities', 'opportunity_id', column, nullable, alive),
          ),
        ]
      : listIndexes(kind, 'opportunities', 'opportunity_id', alive, orderings)),
    ...letterIndex(kind, 'opportunities', 'opportunity_id'),
    trashIndex('opportunities', 'opportunity_id'),

    sql`create table opportunity_tags (
      opportunity_id integer not null references opportunities (opportunity_id) on delete cascade,
      tag_id integer not null references tags (tag_id) on delete cascade,
      position integer not null,
      primary key (opportunity_id, tag_id)
    )`,
    sql`create index opportunity_tags_by_tag on opportunity_tags (tag_id)`,
    sql`create table opportunity_organizations (
      opportunity_id integer not null references opportunities (opportunity_id) on delete cascade,
      organization_id integer not null references organizations (organization_id) on delete cascade,
      position integer not null,
      primary key (opportunity_id, organization_id)
    )`,
    sql`create index opportunity_organizations_by_organization on opportunity_organizations (organization_id)`,
  ]
}

function bidTables(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, number, key } = columnTypes[kind]
  const stamps = stampColumns(kind)
  return [
    sql`create table bids (
      bid_id ${id},
      name text,
      opportunity integer not null references opportunities (opportunity_id),
      supplier ${key} not null,
      legal_entity integer not null references organizations (organization_id),
      utility_state integer not null references utility_states (utility_state_id),
      annual_volume ${number},
      volume_unit text not null,
      january_volume ${number},
      february_volume ${number},
      march_volume ${number},
      april_volume ${number},
      may_volume ${number},
      june_volume ${number},
      july_volume ${number},
      august_volume ${number},
      september_volume ${number},
      october_volume ${number},
      november_volume ${number},
      december_volume ${number},
      terms text not null,
      swing text not null,
      pricing_type text not null,
      site_count integer,
      meter_count integer,
      start_date ${key},
      special_pricing_needs text,
      new_renewal text,
      index_name text,
      pricing_point text,
      ${stamps},
      deleted_at ${timestamp},
      name_key ${key},
      opportunity_key ${key},
      legal_entity_key ${key},
      utility_state_key ${key},
      pricing_type_key ${key},
      terms_key ${key},
      search text not null,
      deleted_directly ${boolean},
      annual_volume_dth ${inDekatherms(kind, 'annual_volume', "volume_unit = 'th'")}
    )`,
    ...listIndexes(kind, 'bids', 'bid_id', alive, [
      ['name_key', true],
      ['opportunity_key', true],
      ['supplier', false],
      ['legal_entity_key', true],
      ['utility_state_key', true],
      ['annual_volume_dth', true],
      ['pricing_type_key', true],
      ['terms_key', true],
      ['start_date', true],
      ...stampOrderings,
    ]),
    trashIndex('bids', 'bid_id'),
    sql`create index bids_by_opportunity on bids (opportunity)`,
    sql`create index bids_by_legal_entity on bids (legal_entity)`,
    sql`create index bids_by_utility_state on bids (utility_state)`,

    // For which legal entity of which opportunity a credit setup has been requested (OPD-9).
    sql`create table credit_setups (
      credit_setup_id ${id},
      opportunity integer not null references opportunities (opportunity_id),
      organization integer not null references organizations (organization_id),
      ${stamps},
      deleted_at ${timestamp},
      search text not null default '',
      deleted_directly ${boolean}
    )`,
    sql`create unique index credit_setups_pair on credit_setups (opportunity, organization)`,
    sql`create index credit_setups_by_organization on credit_setups (organization)`,
    trashIndex('credit_setups', 'credit_setup_id'),
  ]
}
