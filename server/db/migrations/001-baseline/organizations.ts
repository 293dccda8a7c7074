import { sql } from 'kysely'
import { columnTypes, computed, stampColumns, type DatabaseKind, type Statement } from '../ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from '../ddl/indexes'
import { letterIndex } from '../ddl/letters'

/** Organizations, their addresses, and which address is whose. */
export const organizations = (kind: DatabaseKind): Statement[] => [
  ...organizationTable(kind),
  ...addressTables(kind),
]

function organizationTable(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, number, key } = columnTypes[kind]
  return [
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
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      name_key ${key} not null,
      search text not null,
      naics text not null default '[]',
      logo_key text,
      from_bureau ${boolean},
      logo_size integer,
      logo_by integer references users (id),
      home_state integer references states (state_id),
      name_match ${key},
      tax_id_match ${key},
      duns_number_match ${key},
      bin_number_match ${key}
    )`,
    ...listIndexes(kind, 'organizations', 'organization_id', alive, [
      ['name_key', false],
      ['tax_id', true],
      ['duns_number', true],
      ['bin_number', true],
      ['zoominfo_id', true],
      ...stampOrderings,
    ]),
    ...letterIndex(kind, 'organizations', 'organization_id'),
    trashIndex('organizations', 'organization_id'),
    sql`create index organizations_by_bin on organizations (bin_number)`,
    // Each start looks for stored contents without a row, and quotas sum up sizes.
    sql`create index organizations_by_logo_key on organizations (logo_key) where logo_key is not null`,
    sql`create index organizations_by_content on organizations (logo_by, logo_size) where logo_size is not null`,
    // By what records are told to be there already.
    ...['name_match', 'tax_id_match', 'duns_number_match', 'bin_number_match'].map((column) =>
      sql.raw(
        `create index organizations_by_${column} on organizations (${column}) where ${column} is not null`,
      ),
    ),
  ]
}

/** A key of an address whose empty texts sort after every other text. */
const ascending = (kind: DatabaseKind, column: string) => sql`${columnTypes[kind].key}
        generated always as (case when ${sql.raw(column)} = '' then ${sql.lit('\u{10FFFF}')} else ${sql.raw(column)} end) ${computed[kind]}`

function addressTables(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, number, key } = columnTypes[kind]
  const stamps = stampColumns(kind)
  return [
    sql`create table addresses (
      address_id ${id},
      address_street text not null,
      city text not null,
      zip_code ${key} not null,
      state integer not null references states (state_id),
      latitude ${number},
      longitude ${number},
      ${stamps},
      deleted_at ${timestamp},
      address_street_key ${key} not null,
      city_key ${key} not null,
      state_key ${key},
      current_organizations_key ${key},
      search text not null,
      address_street_ascending ${ascending(kind, 'address_street_key')},
      city_ascending ${ascending(kind, 'city_key')},
      zip_code_ascending ${ascending(kind, 'zip_code')}
    )`,
    ...listIndexes(kind, 'addresses', 'address_id', alive, [
      ['address_street_key', false],
      ['city_key', false],
      ['state_key', true],
      ['zip_code', false],
      ['current_organizations_key', true],
      ['address_street_ascending', false],
      ['city_ascending', false],
      ['zip_code_ascending', false],
      ...stampOrderings,
    ]),
    ...letterIndex(kind, 'addresses', 'address_id'),
    trashIndex('addresses', 'address_id'),
    sql`create index addresses_by_state on addresses (state)`,

    sql`create table organization_addresses (
      organization_address_id ${id},
      organization integer not null references organizations (organization_id),
      address integer not null references addresses (address_id),
      address_type text not null,
      property_status ${key} not null,
      ${stamps},
      deleted_at ${timestamp},
      organization_key ${key},
      address_key ${key},
      search text not null,
      deleted_directly ${boolean}
    )`,
    ...listIndexes(kind, 'organization_addresses', 'organization_address_id', alive, [
      ['organization_key', true],
    ]),
    trashIndex('organization_addresses', 'organization_address_id'),
    // A link in the trash does not prevent a new link between the same two records.
    sql`create unique index organization_addresses_pair on organization_addresses (organization, address) where deleted_at is null`,
    sql`create index organization_addresses_of_organization on organization_addresses (organization)`,
    sql`create index organization_addresses_by_address on organization_addresses (address)`,
  ]
}
