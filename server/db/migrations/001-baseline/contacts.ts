import { sql } from 'kysely'
import { columnTypes, lower, stampColumns, type DatabaseKind, type Statement } from '../ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from '../ddl/indexes'
import { letterIndex } from '../ddl/letters'

/** Contacts, and which contact works where. */
export function contacts(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  const stamps = stampColumns(kind)
  return [
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
      mail_key ${key} generated always as (${lower(kind, sql`coalesce(work_email, personal_email)`)}) stored,
      name_key ${key} not null,
      first_name_key ${key} not null,
      last_name_key ${key} not null,
      personal_email_key ${key},
      job_title_key ${key},
      current_organizations_key ${key},
      search text not null,
      crystal_profile_size integer,
      crystal_profile_by integer references users (id),
      name_match ${key}
    )`,
    ...listIndexes(kind, 'contacts', 'contact_id', alive, [
      ['name_key', false],
      ['first_name_key', false],
      ['last_name_key', false],
      ['personal_email_key', true],
      ['personal_mobile', true],
      ['job_title_key', true],
      ['current_organizations_key', true],
      ...stampOrderings,
    ]),
    ...letterIndex(kind, 'contacts', 'contact_id'),
    trashIndex('contacts', 'contact_id'),
    sql`create index contacts_by_mail_key on contacts (mail_key, contact_id) where deleted_at is null`,
    // Each start looks for stored contents without a row, and quotas sum up sizes.
    sql`create index contacts_by_crystal_profile_key on contacts (crystal_profile_key) where crystal_profile_key is not null`,
    sql`create index contacts_by_content on contacts (crystal_profile_by, crystal_profile_size) where crystal_profile_size is not null`,
    // By what records are told to be there already.
    sql`create index contacts_by_name_match on contacts (name_match) where name_match is not null`,
    sql`create index contacts_by_personal_email_match on contacts (${lower(kind, sql`personal_email`)}) where personal_email is not null`,

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
      search text not null,
      deleted_directly ${boolean}
    )`,
    ...listIndexes(kind, 'organization_contacts', 'organization_contact_id', alive, [
      ['organization_key', true],
    ]),
    trashIndex('organization_contacts', 'organization_contact_id'),
    sql`create unique index organization_contacts_pair on organization_contacts (organization, contact) where deleted_at is null`,
    sql`create index organization_contacts_of_organization on organization_contacts (organization)`,
    sql`create index organization_contacts_by_contact on organization_contacts (contact)`,
    sql`create index organization_contacts_by_work_email_match on organization_contacts (${lower(kind, sql`work_email`)}) where work_email is not null`,
  ]
}
