import { sql, type Kysely } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind } from './ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from './ddl/indexes'

const volumes = [
  ...(['january_volume', 'february_volume', 'march_volume', 'april_volume'] as const),
  ...(['may_volume', 'june_volume', 'july_volume', 'august_volume'] as const),
  ...(['september_volume', 'october_volume', 'november_volume', 'december_volume'] as const),
] as const

/** Contracts, their amendments, and drafts of the quotes that have been awarded before. */
export async function contracts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, key, timestamp, number, boolean } = columnTypes[kind]
  const statements = [
    sql`create table contracts (
      contract_id ${id},
      contract_number text,
      opportunity integer references opportunities (opportunity_id),
      bid integer references bids (bid_id) on delete set null,
      quote integer references quotes (quote_id) on delete set null,
      organization integer not null references organizations (organization_id),
      supplier integer references suppliers (supplier_id),
      utility_state integer references utility_states (utility_state_id),
      pricing_type integer,
      price ${number},
      price_unit text,
      pricing_point text,
      index_curve integer references curves (curve_id),
      swing ${number},
      fee ${number},
      fee_unit text,
      term integer,
      start_rule text not null,
      start_date ${key},
      end_date ${key},
      ${sql.join(volumes.map((volume) => sql`${sql.raw(volume)} ${number}`))},
      volume_unit text not null,
      after_end ${key} not null,
      notice_days integer,
      notice_kind text not null,
      notice_open_days integer,
      notice_by ${key},
      notice_opens ${key},
      signed_on ${key},
      terminated_on ${key},
      termination_reason text,
      renews integer references contracts (contract_id),
      renewed_on ${key},
      renewal integer references opportunities (opportunity_id) on delete set null,
      notes text,
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      deleted_by integer references users (id),
      deleted_directly ${boolean},
      contract_number_key ${key},
      organization_key ${key},
      supplier_key ${key},
      search text not null
    )`,
    ...listIndexes(kind, 'contracts', 'contract_id', alive, [
      ['contract_number_key', true],
      ['organization_key', true],
      ['supplier_key', true],
      ['start_date', true],
      ['end_date', true],
      ['notice_by', true],
      ['signed_on', true],
      ...stampOrderings,
    ]),
    trashIndex('contracts', 'contract_id'),
    ...(['opportunity', 'bid', 'organization', 'supplier', 'utility_state'] as const).map((column) =>
      sql.raw(`create index contracts_of_${column} on contracts (${column})`),
    ),
    ...(['index_curve', 'renews', 'renewal', 'terminated_on'] as const).map((column) =>
      sql.raw(`create index contracts_of_${column} on contracts (${column}) where ${column} is not null`),
    ),
    sql`create unique index contracts_of_quote on contracts (quote) where quote is not null and deleted_at is null`,
    sql`create table contract_amendments (
      id ${id},
      contract integer not null references contracts (contract_id),
      effective_on ${key} not null,
      reason text not null,
      old_values text not null,
      created_by integer references users (id),
      created_at ${timestamp} not null
    )`,
    sql`create index contract_amendments_by_contract on contract_amendments (contract, id)`,
    sql`create table contract_notice_marks (id ${id}, done_to integer not null default 0)`,
    // Their search texts are made at the start, as those of refolded records.
    sql`
      insert into contracts (
        opportunity, bid, quote, organization, supplier, utility_state, pricing_type, price, price_unit,
        pricing_point, index_curve, swing, fee, fee_unit, term, start_rule, start_date, end_date,
        ${sql.join(volumes.map((volume) => sql.raw(volume)))}, volume_unit, after_end, notice_kind,
        version, created_by, created_at, modified_by, modified_at,
        organization_key, supplier_key, search)
      select
        b.opportunity, b.bid_id, q.quote_id, b.legal_entity, q.supplier, b.utility_state, q.pricing_type, q.price,
        q.price_unit, q.pricing_point, q.index_curve, q.swing, q.fee, q.fee_unit, q.term, 'first_of_month',
        q.start_date, ${endDate(kind)},
        ${sql.join(volumes.map((volume) => sql.raw(`b.${volume}`)))}, b.volume_unit, 'ends', 'calendar',
        1, q.awarded_by, q.awarded_at, q.awarded_by, q.awarded_at,
        o.name_key, s.name_key, ''
      from quotes q
        inner join bids b on b.bid_id = q.bid
        inner join organizations o on o.organization_id = b.legal_entity
        inner join suppliers s on s.supplier_id = q.supplier
      where q.awarded_at is not null and q.deleted_at is null
      order by q.quote_id`,
    sql`insert into refolds (resource, done_to)
      select 'contracts', 0 where exists (select 1 from contracts)`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** The day before the one that is a term of months after the start; a day that the month lacks becomes its last. */
const endDate = (kind: DatabaseKind) =>
  kind === 'postgres'
    ? sql`to_char(q.start_date::date + make_interval(months => q.term) - interval '1 day', 'YYYY-MM-DD')`
    : sql`date(min(
        date(q.start_date, '+' || q.term || ' months'),
        date(q.start_date, 'start of month', '+' || (q.term + 1) || ' months', '-1 day')), '-1 day')`
