import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind, type Statement } from './ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from './ddl/indexes'

/** Utility accounts, meters, bill periods, and what they used month by month. */
export async function usage(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const statement of [
    ...accountTable(kind),
    ...meterTable(kind),
    ...periodTable(kind),
    ...monthTables(kind),
  ])
    await statement.execute(db)
}

function accountTable(kind: DatabaseKind): Statement[] {
  const { id, timestamp, number, key } = columnTypes[kind]
  return [
    sql`create table utility_accounts (
      utility_account_id ${id},
      organization integer not null references organizations (organization_id),
      utility_state integer not null references utility_states (utility_state_id),
      account_number text not null,
      name text,
      rate_class text,
      address integer references addresses (address_id),
      status ${key} not null,
      opened_on ${key},
      closed_on ${key},
      mdq ${number},
      loa_expires_on ${key},
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      number_match ${key} not null,
      account_number_key ${key} not null,
      name_key ${key},
      organization_key ${key},
      utility_state_key ${key},
      rate_class_key ${key},
      search text not null
    )`,
    ...listIndexes(kind, 'utility_accounts', 'utility_account_id', alive, [
      ['account_number_key', false],
      ['name_key', true],
      ['organization_key', true],
      ['utility_state_key', true],
      ['rate_class_key', true],
      ['status', false],
      ['opened_on', true],
      ['closed_on', true],
      ['mdq', true],
      ['loa_expires_on', true],
      ...stampOrderings,
    ]),
    trashIndex('utility_accounts', 'utility_account_id'),
    sql`create index utility_accounts_of_organization on utility_accounts (organization)`,
    sql`create index utility_accounts_of_utility_state on utility_accounts (utility_state, utility_account_id)`,
    sql`create index utility_accounts_at_address on utility_accounts (address) where address is not null`,
    sql`create index utility_accounts_by_number on utility_accounts (number_match)`,

    sql`create table bid_utility_accounts (
      bid_id integer not null references bids (bid_id),
      utility_account_id integer not null references utility_accounts (utility_account_id),
      primary key (bid_id, utility_account_id)
    )`,
    sql`create index bid_utility_accounts_by_account on bid_utility_accounts (utility_account_id)`,
  ]
}

function meterTable(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  return [
    sql`create table meters (
      meter_id ${id},
      utility_account integer not null references utility_accounts (utility_account_id),
      meter_number text not null,
      unit ${key} not null,
      read_cycle ${key} not null,
      installed_on ${key},
      removed_on ${key},
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      deleted_directly ${boolean},
      number_match ${key} not null,
      meter_number_key ${key} not null,
      utility_account_key ${key},
      search text not null
    )`,
    ...listIndexes(kind, 'meters', 'meter_id', alive, [
      ['meter_number_key', false],
      ['utility_account_key', true],
      ['unit', false],
      ['read_cycle', false],
      ['installed_on', true],
      ['removed_on', true],
      ...stampOrderings,
    ]),
    trashIndex('meters', 'meter_id'),
    sql`create index meters_of_account on meters (utility_account)`,
    sql`create index meters_by_number on meters (number_match)`,
  ]
}

function periodTable(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, number, key, epoch } = columnTypes[kind]
  return [
    sql`create table bill_periods (
      bill_period_id ${id},
      meter integer not null references meters (meter_id),
      read_from ${key} not null,
      read_to ${key} not null,
      quantity ${number} not null,
      unit ${key} not null,
      heat_content ${number},
      read_type ${key} not null,
      status ${key} not null,
      cancels integer references bill_periods (bill_period_id),
      commodity_cost ${number},
      source ${key} not null,
      volume_dth ${number} not null,
      heat_content_used ${number} not null,
      days integer not null,
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_directly ${boolean},
      volume ${epoch} not null,
      search text not null default ''
    )`,
    ...listIndexes(kind, 'bill_periods', 'bill_period_id', alive, [
      ['read_from', false],
      ['read_to', false],
      ['quantity', false],
      ['volume_dth', false],
      ['days', false],
      ...stampOrderings,
    ]),
    sql`create index bill_periods_of_meter on bill_periods (meter, read_from)`,
    sql`create index bill_periods_cancels on bill_periods (cancels) where cancels is not null`,
    ...['status', 'read_type', 'source'].map((column) =>
      sql.raw(
        `create index bill_periods_of_${column} on bill_periods (${column}, read_from, bill_period_id) ${alive}`,
      ),
    ),
  ]
}

/** Kept totals: written with the usage, never summed when read. Volumes are thousandths of a dekatherm. */
function monthTables(kind: DatabaseKind): Statement[] {
  const { id, boolean, key, epoch } = columnTypes[kind]
  const table = (name: string, owner: string, reference: string) =>
    sql`create table ${sql.raw(name)} (
      ${sql.raw(owner)} integer not null references ${sql.raw(reference)} on delete cascade,
      month ${key} not null,
      volume ${epoch} not null,
      days_covered integer not null,
      estimated ${boolean} not null,
      primary key (${sql.raw(owner)}, month)
    )`
  return [
    table('meter_months', 'meter', 'meters (meter_id)'),
    table('account_months', 'utility_account', 'utility_accounts (utility_account_id)'),

    // The heat contents of a utility have changed, until the last of its accounts is counted anew.
    sql`create table usage_marks (
      id ${id},
      utility integer not null,
      done_to integer not null default 0
    )`,
  ]
}
