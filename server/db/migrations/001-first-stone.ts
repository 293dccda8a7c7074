import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'
import { stampColumns } from './stampColumns'

const alive = 'where deleted_at is null'

/** Users, sessions, tags, states, organizations, opportunities, audit. */
export async function firstStone(
  db: Kysely<unknown>,
  { types, searchIndex, sortIndexes }: Dialect,
): Promise<void> {
  const { id, timestamp, boolean, number, key } = types
  const run = async (...statements: { execute(db: Kysely<unknown>): Promise<unknown> }[]) => {
    for (const statement of statements) await statement.execute(db)
  }
  const stamps = stampColumns(types)

  await run(
    sql`create table profiles (
      id ${id},
      nylas_access_token text,
      nylas_default_calendar text
    )`,
    sql`create table users (
      id ${id},
      username text not null,
      first_name text,
      last_name text,
      email text,
      user_type text not null,
      is_active ${boolean} not null,
      profile integer unique references profiles (id),
      created_at ${timestamp} not null,
      password_hash text,
      username_key ${key} not null unique,
      first_name_key ${key},
      last_name_key ${key},
      email_key ${key},
      search text not null
    )`,
    sql`create table sessions (
      id text primary key,
      user_id integer not null references users (id),
      idle_seconds integer not null,
      created_at ${timestamp} not null,
      last_used_at ${timestamp} not null,
      expires_at ${timestamp} not null,
      revoked_at ${timestamp},
      revoked_for text
    )`,
    sql`create index sessions_by_user on sessions (user_id)`,
    sql`create table refresh_tokens (
      token_hash text primary key,
      session_id text not null references sessions (id) on delete cascade,
      issued_at ${timestamp} not null,
      rotated_at ${timestamp},
      successor_hash text
    )`,
    sql`create index refresh_tokens_by_session on refresh_tokens (session_id)`,
    sql`create table audit (
      id ${id},
      at ${timestamp} not null,
      actor integer,
      action text not null,
      resource text not null,
      record_id integer,
      before text,
      after text,
      request_id text
    )`,
    sql`create index audit_by_record on audit (resource, record_id)`,
    sql`create table content_types (id ${id}, model ${key} not null unique, search text not null)`,
    sql`create table states (state_id ${id}, acronym ${key} not null unique, name ${key} not null, search text not null)`,
    sql`create table tags (
      tag_id ${id},
      name text not null,
      color ${key} not null,
      description text not null,
      ${stamps},
      name_key ${key} not null unique,
      description_key ${key} not null,
      search text not null
    )`,
    ...(
      [
        ['users', 'id'],
        ['content_types', 'id'],
        ['states', 'state_id'],
        ['tags', 'tag_id'],
      ] as const
    ).flatMap(([table, idColumn]) => searchIndex(table, idColumn)),
    sql`create table organizations (
      organization_id ${id},
      name text not null,
      dba text,
      zoominfo_id ${key},
      tax_id ${key},
      duns_number ${key},
      bin_number ${key},
      web_page text,
      email text,
      phone text,
      linkedin text,
      facebook text,
      twitter text,
      glassdoor text,
      contact_source text,
      type text,
      structure text,
      founding_year integer,
      state_of_incorporation text,
      primary_industry text,
      number_of_locations integer,
      estimated_revenue ${number},
      estimated_emplpoyee_count integer,
      mpg_internal_id text,
      fein_number text,
      last_verification_date ${timestamp},
      ${stamps},
      deleted_at ${timestamp},
      name_key ${key} not null,
      search text not null
    )`,
    ...searchIndex('organizations', 'organization_id'),
    ...(
      [
        ['name_key', false],
        ['tax_id', true],
        ['duns_number', true],
        ['bin_number', true],
        ['zoominfo_id', true],
        ['created_at', false],
        ['modified_at', false],
      ] as const
    ).flatMap(([column, nullable]) =>
      sortIndexes('organizations', 'organization_id', column, nullable, alive),
    ),
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
      ${stamps},
      deleted_at ${timestamp},
      opportunity_name_key ${key} not null,
      sales_represented_key ${key},
      tags_key ${key},
      search text not null
    )`,
    ...searchIndex('opportunities', 'opportunity_id'),
    ...(
      [
        ['opportunity_name_key', false],
        ['tags_key', true],
        ['sales_annual_volume_manual', true],
        ['pricing_due_date', true],
        ['created_at', false],
        ['modified_at', false],
        ['sales_represented_key', true],
      ] as const
    ).flatMap(([column, nullable]) =>
      sortIndexes('opportunities', 'opportunity_id', column, nullable, alive),
    ),
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
  )
}
