import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'
import { alive } from './ddl/indexes'

/**
 * The columns of the filters of each list: ids, days, moments, numbers and choices, which are short. Amounts stand with
 * their unit, since SQLite takes computed columns to be in no index.
 */
const short: Readonly<Record<string, readonly string[]>> = {
  opportunities: [
    'credit_request',
    'source_type',
    'dekatherms',
    'sales_annual_volume_manual',
    'estimated_annual_volume',
    'broker_fee',
    'pricing_due_date',
    'expected_close_date',
    'ready_score',
    'ready_missing',
  ],
  bids: [
    'supplier',
    'opportunity',
    'legal_entity',
    'utility_state',
    'annual_volume',
    'volume_unit',
    'terms',
    'swing',
    'pricing_type',
    'site_count',
    'meter_count',
    'start_date',
    'new_renewal',
    'pricing_point',
  ],
  organizations: [
    'founding_year',
    'number_of_locations',
    'estimated_revenue',
    'estimated_emplpoyee_count',
    'last_verification_date',
  ],
  contacts: ['title', 'date_of_birth'],
  addresses: ['state'],
  todos: ['status', 'due_date', 'assignee', 'completed_within'],
}
/** Every list is filtered by who made and changed a record, and when. */
const stamps = ['created_by', 'created_at', 'modified_by', 'modified_at']

/**
 * Texts, folded where they are no identifiers; an index of PostgreSQL cannot hold several long ones. SQLite takes the
 * column of a partial index's condition from the table where the index does not hold it.
 */
const texts: Readonly<Record<string, readonly string[]>> = {
  opportunities: ['opportunity_name_key', 'sales_represented_key', 'broker_name_key', 'source_name_key'],
  bids: ['name_key'],
  organizations: [
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
  contacts: [
    'name_key',
    'first_name_key',
    'last_name_key',
    'personal_email_key',
    'personal_mobile',
    'job_title_key',
    'department_key',
  ],
  addresses: ['address_street_key', 'city_key', 'zip_code'],
  todos: ['name_key'],
}

const ids: Readonly<Record<string, string>> = {
  opportunities: 'opportunity_id',
  bids: 'bid_id',
  organizations: 'organization_id',
  contacts: 'contact_id',
  addresses: 'address_id',
  todos: 'id',
}

/** Texts that only filters look into. */
const folded: Readonly<Record<string, readonly string[]>> = {
  opportunities: ['broker_name', 'source_name'],
  organizations: ['dba', 'contact_source', 'type', 'structure', 'primary_industry'],
  contacts: ['department'],
}

/** What filters of lists read (VIEW-1): folded texts, and an index of all columns of each list. */
export async function filters(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key } = columnTypes[kind]
  const raw = (text: string) => sql.raw(text)
  const statements = [
    ...Object.entries(folded).flatMap(([table, columns]) => [
      ...columns.map((column) => sql`alter table ${raw(table)} add column ${raw(`${column}_key`)} ${key}`),
      // The server folds those that are there at its start, all of them even where it had begun.
      sql`delete from refolds where resource = ${sql.lit(table)}`,
      sql`insert into refolds (resource, done_to)
        select ${sql.lit(table)}, 0 where exists (select 1 from ${raw(table)})`,
    ]),
    ...Object.entries(ids).map(([table, id]) => {
      const columns = [
        ...(short[table] ?? []),
        ...stamps,
        ...(kind === 'sqlite' ? [...(texts[table] ?? []), 'deleted_at'] : []),
        id,
      ]
      return raw(`create index ${table}_filters on ${table} (${columns.join(', ')}) ${alive}`)
    }),
    // Whose links these are stands in the index.
    ...[
      ['opportunity_tags', 'tag', 'tag_id', 'opportunity_id'],
      ['opportunity_organizations', 'organization', 'organization_id', 'opportunity_id'],
    ].flatMap(([table = '', by = '', target = '', own = '']) => [
      raw(`drop index ${table}_by_${by}`),
      raw(`create index ${table}_by_${by} on ${table} (${target}, ${own})`),
    ]),
  ]
  for (const statement of statements) await statement.execute(db)
}
