import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'
import { stampColumns } from './stampColumns'
import { fold } from '../../kit/fold'
import { sourceNames } from './data/sourceNames'

const alive = 'where deleted_at is null'

type Column = readonly [name: string, nullable: boolean]

/** Utilities, bids, addresses, contacts, links, notes, files, tasks, activities, mail: the rest of the contract. */
export async function wholeContract(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, timestamp, boolean, number, epoch, key } = dialect.types
  const run = async (...statements: { execute(db: Kysely<unknown>): Promise<unknown> }[]) => {
    for (const statement of statements) await statement.execute(db)
  }
  /** What makes the lists of a table fast: search, and each of its orderings. */
  const listed = async (table: string, idColumn: string, where: string, columns: readonly Column[]) => {
    await run(...dialect.searchIndex(table, idColumn))
    for (const [column, nullable] of columns)
      await run(...dialect.sortIndexes(table, idColumn, column, nullable, where))
  }
  const stamps = stampColumns(dialect.types)
  const stampOrders: readonly Column[] = [
    ['created_at', false],
    ['modified_at', false],
  ]

  await run(
    sql`alter table organizations add column naics text not null default '[]'`,
    sql`alter table organizations add column logo_key text`,
    sql`alter table organizations add column from_bureau ${boolean}`,
    sql`create unique index users_by_email on users (email_key)`,
    sql`create index organizations_by_bin on organizations (bin_number)`,

    sql`create table source_names (
      source_name_id ${id},
      name text not null,
      name_key ${key} not null unique,
      search text not null
    )`,
    sql`create table utilities (
      utility_id ${id},
      name text not null,
      ${stamps},
      name_key ${key} not null unique,
      search text not null
    )`,
    sql`create table utility_states (
      utility_state_id ${id},
      name text not null,
      status ${key} not null,
      utility integer not null references utilities (utility_id),
      state integer not null references states (state_id),
      ${stamps},
      name_key ${key} not null,
      utility_key ${key},
      state_key ${key},
      search text not null
    )`,
    sql`create index utility_states_by_utility on utility_states (utility)`,
  )
  await listed('source_names', 'source_name_id', '', [])
  await listed('utilities', 'utility_id', '', [])
  await listed('utility_states', 'utility_state_id', '', [])

  await run(
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
      search text not null
    )`,
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
      search text not null
    )`,
    sql`create unique index organization_addresses_pair on organization_addresses (organization, address)`,
    sql`create index organization_addresses_by_address on organization_addresses (address)`,
  )
  await listed('addresses', 'address_id', alive, [
    ['address_street_key', false],
    ['city_key', false],
    ['state_key', true],
    ['zip_code', false],
    ['current_organizations_key', true],
    ...stampOrders,
  ])
  await listed('organization_addresses', 'organization_address_id', alive, [['organization_key', true]])

  await run(
    sql`create table contacts (
      contact_id ${id},
      title text not null,
      person_title text,
      first_name text not null,
      middle_name text,
      last_name text not null,
      name text not null,
      gender text not null,
      date_of_birth ${key},
      personal_email text,
      personal_mobile ${key},
      personal_address text,
      linkedin_url text,
      salutation text,
      department text,
      job_title text,
      work_email text,
      ${stamps},
      deleted_at ${timestamp},
      crystal_profile_key text,
      crystal_profile_name text,
      mail_key ${key} generated always as (${dialect.lower(sql`coalesce(work_email, personal_email)`)}) stored,
      name_key ${key} not null,
      first_name_key ${key} not null,
      last_name_key ${key} not null,
      personal_email_key ${key},
      job_title_key ${key},
      current_organizations_key ${key},
      search text not null
    )`,
    sql`create table organization_contacts (
      organization_contact_id ${id},
      organization integer not null references organizations (organization_id),
      contact integer not null references contacts (contact_id),
      employment_status ${key} not null,
      job_title text,
      department text,
      work_email text,
      work_mobile text,
      work_office_phone text,
      ice_handle text,
      teams_handle text,
      salutation text,
      prefered_time_day_calls text,
      prefered_time_day_emails text,
      prefered_time_week_day_calls text,
      prefered_time_week_day_emails text,
      prefered_checkin_frequency text,
      ${stamps},
      deleted_at ${timestamp},
      organization_key ${key},
      contact_key ${key},
      job_title_key ${key},
      search text not null
    )`,
    sql`create index contacts_by_mail_key on contacts (mail_key, contact_id) where deleted_at is null`,
    sql`create unique index organization_contacts_pair on organization_contacts (organization, contact)`,
    sql`create index organization_contacts_by_contact on organization_contacts (contact)`,
  )
  await listed('contacts', 'contact_id', alive, [
    ['name_key', false],
    ['first_name_key', false],
    ['last_name_key', false],
    ['personal_email_key', true],
    ['personal_mobile', true],
    ['job_title_key', true],
    ['current_organizations_key', true],
    ...stampOrders,
  ])
  await listed('organization_contacts', 'organization_contact_id', alive, [['organization_key', true]])

  await run(
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
      search text not null
    )`,
    sql`create index bids_by_opportunity on bids (opportunity)`,
    sql`create index bids_by_legal_entity on bids (legal_entity)`,
    sql`create index bids_by_utility_state on bids (utility_state)`,
  )
  await listed('bids', 'bid_id', alive, [
    ['name_key', true],
    ['opportunity_key', true],
    ['supplier', false],
    ['legal_entity_key', true],
    ['utility_state_key', true],
    ['annual_volume', true],
    ['pricing_type_key', true],
    ['terms_key', true],
    ['start_date', true],
    ...stampOrders,
  ])

  await run(
    sql`create table notes (
      id ${id},
      description text not null,
      object_id text not null,
      content_type integer references content_types (id),
      ${stamps},
      deleted_at ${timestamp},
      owner_type text not null,
      owner_id integer not null,
      search text not null
    )`,
    sql`create index notes_by_owner on notes (owner_type, owner_id)`,
    sql`create table files (
      file_id ${id},
      filename text not null,
      object_id text not null,
      content_type integer references content_types (id),
      tags text not null,
      size integer not null,
      media_type text not null,
      created_by integer references users (id),
      created_at ${timestamp} not null,
      deleted_at ${timestamp},
      owner_type text not null,
      owner_id integer not null,
      storage_key text not null unique,
      filename_key ${key} not null,
      search text not null
    )`,
    sql`create index files_by_owner on files (owner_type, owner_id)`,
  )
  await listed('notes', 'id', alive, stampOrders)
  await listed('files', 'file_id', alive, [['created_at', false]])

  await run(
    sql`create table todos (
      id ${id},
      name text not null,
      description text not null,
      status ${key} not null,
      time_needed ${key} not null,
      completed_within integer not null,
      start_time ${key},
      end_time ${key},
      due_date ${key},
      assignee integer references users (id),
      content_type integer references content_types (id),
      ${stamps},
      name_key ${key} not null,
      assignee_key ${key},
      organizations_key ${key},
      search text not null
    )`,
    sql`create index todos_by_assignee on todos (assignee)`,
    sql`create table organization_todos (
      organization_todo_id ${id},
      organization integer not null references organizations (organization_id),
      todo integer not null references todos (id) on delete cascade,
      deleted_at ${timestamp},
      search text not null default ''
    )`,
    sql`create unique index organization_todos_pair on organization_todos (todo, organization)`,
    sql`create index organization_todos_by_organization on organization_todos (organization)`,
  )
  await listed('todos', 'id', '', [
    ['name_key', false],
    ['status', false],
    ['time_needed', false],
    ['due_date', true],
    ['assignee_key', true],
    ['organizations_key', true],
    ...stampOrders,
  ])

  await run(
    sql`create table activities (
      id ${id},
      title text not null,
      description text not null,
      start ${epoch} not null,
      "end" ${epoch} not null,
      participants text not null,
      calendar_id text,
      organization integer references organizations (organization_id),
      deal integer references opportunities (opportunity_id),
      ${stamps},
      title_key ${key} not null,
      participant_emails text not null,
      search text not null
    )`,
    sql`create index activities_by_start on activities (start, id)`,
    sql`create index activities_by_end on activities ("end", id)`,
    sql`alter table profiles add column search text not null default ''`,
    sql`create table calendars (
      id text primary key,
      owner integer not null references users (id),
      name text not null,
      is_default ${boolean} not null
    )`,
    sql`create index calendars_by_owner on calendars (owner)`,
    sql`create table mail_grants (
      code_hash text primary key,
      user_id integer not null references users (id),
      session_id text not null,
      expires_at ${timestamp} not null,
      used_at ${timestamp}
    )`,
    sql`create table messages (
      id ${id},
      direction ${key} not null,
      "from" text not null,
      "to" text not null,
      subject text not null,
      text text not null,
      is_read ${boolean} not null,
      sent_at ${timestamp} not null,
      owner integer not null references users (id),
      subject_key ${key} not null,
      search text not null
    )`,
    sql`create index messages_by_owner on messages (owner, sent_at, id)`,
  )
  await listed('activities', 'id', '', stampOrders)
  await listed('messages', 'id', '', [])

  for (const name of sourceNames)
    await sql`insert into source_names (name, name_key, search) values (${name}, ${fold(name)}, ${fold(name)})`.execute(
      db,
    )
}
