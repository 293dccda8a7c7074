import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from './ddl/columns'
import { alive } from './ddl/indexes'

/** The tables whose records can be limited to a team; what can be limited from here on is the last two. */
const limited = ['opportunities', 'organizations', 'contacts'] as const

/** The ids of the new ones, and the columns of their indexes of filters, which the team joins. */
const fresh = [
  {
    table: 'organizations',
    id: 'organization_id',
    filtered: [
      'founding_year',
      'number_of_locations',
      'estimated_revenue',
      'estimated_emplpoyee_count',
      'last_verification_date',
    ],
    texts: [
      'name_key',
      'dba_key',
      'tax_id',
      'duns_number',
      'bin_number',
      'contact_source_key',
      'type_key',
      'structure_key',
      'primary_industry_key',
    ],
  },
  {
    table: 'contacts',
    id: 'contact_id',
    filtered: ['title', 'date_of_birth'],
    texts: [
      'name_key',
      'first_name_key',
      'last_name_key',
      'personal_email_key',
      'personal_mobile',
      'job_title_key',
      'department_key',
    ],
  },
] as const
const stamps = ['created_by', 'created_at', 'modified_by', 'modified_at']

const isLimited = 'new.team_id is not null'

const triggers: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: limited.flatMap((table) =>
    ['insert on', 'update of team_id on'].map(
      (event, place) =>
        `create trigger ${table}_limited_${place === 0 ? 'insert' : 'update'} after ${event} ${table}
          when ${isLimited} begin insert into limited_resources (resource) values ('${table}') on conflict do nothing; end`,
    ),
  ),
  postgres: [
    `create function keep_limited_resource() returns trigger language plpgsql as $$ begin
      insert into limited_resources (resource) values (tg_table_name) on conflict do nothing; return null; end $$`,
    ...limited.map(
      (table) => `create trigger ${table}_limited after insert or update of team_id on ${table}
        for each row when (${isLimited}) execute function keep_limited_resource()`,
    ),
  ],
}

const withoutFormer: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['drop trigger opportunities_limited_insert', 'drop trigger opportunities_limited_update'],
  postgres: ['drop trigger opportunities_limited on opportunities', 'drop function keep_limiting_team()'],
}

/**
 * The team to which organizations and contacts are limited: those that there are to none. The resources of which a record has ever
 * been limited take the place of the teams: readers have no limits of the others.
 */
export async function limitedRecords(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const statements = [
    ...fresh.flatMap(({ table, id, filtered, texts }) => {
      const columns = [
        ...filtered,
        'team_id',
        ...stamps,
        ...(kind === 'sqlite' ? [...texts, 'deleted_at'] : []),
        id,
      ]
      return [
        `alter table ${table} add column team_id integer references teams (team_id)`,
        `create index ${table}_by_team on ${table} (team_id, ${id}) where team_id is not null`,
        `drop index ${table}_filters`,
        `create index ${table}_filters on ${table} (${columns.join(', ')}) ${alive}`,
      ]
    }),
    ...withoutFormer[kind],
    'create table limited_resources (resource text primary key)',
    "insert into limited_resources select 'opportunities' where exists (select 1 from limiting_teams)",
    'drop table limiting_teams',
    ...triggers[kind],
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
