import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind, type Statement } from '../ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from '../ddl/indexes'
import { holidayDays, holidayNames } from './holidays'

/** Suppliers, curves, heat contents, market holidays and quotes. */
export async function gasQuotes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const statement of [...supplierTable(kind), ...marketTables(kind), ...quoteTable(kind)])
    await statement.execute(db)
  const now = new Date().toISOString()
  const rows = holidayDays.flatMap((days) =>
    days.split(' ').map((day, index) => {
      const name = holidayNames[index] ?? ''
      const folded = name.toLowerCase()
      return sql`(${day}, ${name}, 1, ${now}, ${now}, ${day}, ${folded}, ${`${folded}\n${day}`})`
    }),
  )
  await sql`
    insert into market_holidays (day, name, version, created_at, modified_at, day_key, name_key, search)
    values ${sql.join(rows)}`.execute(db)
}

function supplierTable(kind: DatabaseKind): Statement[] {
  const { id, timestamp, number, key } = columnTypes[kind]
  return [
    sql`create table suppliers (
      supplier_id ${id},
      name text not null,
      organization integer references organizations (organization_id),
      status ${key} not null,
      quote_emails text not null,
      price_unit text,
      pricing_point text,
      notes text,
      commission_model text,
      upfront_percent ${number},
      paid_at text,
      lag_months integer,
      clawback_rule text,
      clawback_within_months integer,
      tolerance_amount ${number} not null,
      tolerance_percent ${number} not null,
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      name_key ${key} not null unique,
      search text not null
    )`,
    ...listIndexes(kind, 'suppliers', 'supplier_id', alive, [
      ['name_key', false],
      ['status', false],
      ...stampOrderings,
    ]),
    trashIndex('suppliers', 'supplier_id'),
    sql`create index suppliers_by_organization on suppliers (organization)`,
  ]
}

function marketTables(kind: DatabaseKind): Statement[] {
  const { id, boolean, number, key } = columnTypes[kind]
  return [
    sql`create table heat_contents (
      heat_content_id ${id},
      utility integer not null references utilities (utility_id),
      valid_from ${key} not null,
      mmbtu_per_mcf ${number} not null,
      ${stampColumns(kind)},
      utility_key ${key},
      search text not null
    )`,
    ...listIndexes(kind, 'heat_contents', 'heat_content_id', '', [
      ['utility_key', true],
      ['valid_from', false],
      ['mmbtu_per_mcf', false],
      ...stampOrderings,
    ]),
    sql`create unique index heat_contents_in_force on heat_contents (utility, valid_from)`,

    sql`create table market_holidays (
      holiday_id ${id},
      day ${key} not null,
      name text not null,
      ${stampColumns(kind)},
      day_key ${key} not null unique,
      name_key ${key} not null,
      search text not null
    )`,
    ...listIndexes(kind, 'market_holidays', 'holiday_id', '', [['name_key', false], ...stampOrderings]),

    sql`create table curves (
      curve_id ${id},
      name text not null,
      kind ${key} not null,
      status ${key} not null,
      ${stampColumns(kind)},
      name_key ${key} not null unique,
      search text not null
    )`,
    ...listIndexes(kind, 'curves', 'curve_id', '', [
      ['name_key', false],
      ['kind', false],
      ['status', false],
      ...stampOrderings,
    ]),

    sql`create table curve_points (
      curve_point_id ${id},
      curve integer not null references curves (curve_id),
      trade_date ${key} not null,
      delivery_month ${key} not null,
      price ${number} not null,
      settled ${boolean} not null,
      ${stampColumns(kind)},
      search text not null
    )`,
    ...listIndexes(kind, 'curve_points', 'curve_point_id', '', [
      ['trade_date', false],
      ['delivery_month', false],
      ['price', false],
      ...stampOrderings,
    ]),
    sql`create unique index curve_points_of_day on curve_points (curve, trade_date, delivery_month)`,
    sql`create index curve_points_settled on curve_points (curve, delivery_month, trade_date) where settled`,
  ]
}

function quoteTable(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, number, key, epoch } = columnTypes[kind]
  return [
    sql`create table quotes (
      quote_id ${id},
      bid integer not null references bids (bid_id),
      supplier integer not null references suppliers (supplier_id),
      pricing_type integer not null,
      term integer not null,
      start_date ${key} not null,
      price ${number} not null,
      price_unit text not null,
      pricing_point text not null,
      index_curve integer references curves (curve_id),
      basis ${number},
      transport ${number},
      loss_percent ${number},
      monthly_charge ${number},
      other_charge ${number},
      fee ${number},
      fee_unit text not null,
      fee_included ${boolean} not null,
      swing ${number},
      quote_kind ${key} not null,
      quoted_at ${timestamp} not null,
      valid_until ${timestamp} not null,
      supplier_reference text,
      notes text,
      withdrawn_at ${timestamp},
      replaced_at ${timestamp},
      lost_at ${timestamp},
      awarded_at ${timestamp},
      awarded_by integer references users (id),
      award_reason text,
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      deleted_directly ${boolean},
      supplier_key ${key},
      search text not null,
      all_in_price ${epoch},
      frozen text
    )`,
    ...listIndexes(kind, 'quotes', 'quote_id', alive, [
      ['supplier_key', true],
      ['term', false],
      ['pricing_type', false],
      ['start_date', false],
      ['quote_kind', false],
      ['quoted_at', false],
      ['valid_until', false],
      ...stampOrderings,
    ]),
    trashIndex('quotes', 'quote_id'),
    sql`create index quotes_by_bid on quotes (bid)`,
    sql`create index quotes_by_supplier on quotes (supplier, quoted_at)`,
    sql`create index quotes_by_index_curve on quotes (index_curve) where index_curve is not null`,
    // What a state follows from, so that a filter by it reads no rows.
    sql`create index quotes_states on quotes (valid_until, withdrawn_at, replaced_at, lost_at, awarded_at) where deleted_at is null`,
    ...['withdrawn_at', 'replaced_at', 'lost_at', 'awarded_at'].map((column) =>
      sql.raw(
        `create index quotes_${column} on quotes (${column}, quote_id) where ${column} is not null and deleted_at is null`,
      ),
    ),
    sql`create unique index quotes_award on quotes (bid) where awarded_at is not null and deleted_at is null`,

    // What open quotes rest on has changed, until the last of them is priced anew.
    sql`create table quote_pricing_marks (
      id ${id},
      kind text not null,
      target integer not null,
      done_to integer not null default 0
    )`,
  ]
}
