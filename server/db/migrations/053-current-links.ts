import { sql, type Kysely } from 'kysely'

/**
 * Tells from an index alone which contacts work nowhere, and which addresses belong to no organization: each row was
 * read for it (VIEW-1).
 */
export async function currentLinks(db: Kysely<unknown>): Promise<void> {
  await sql`drop index organization_contacts_by_contact`.execute(db)
  await sql`create index organization_contacts_by_contact on organization_contacts
    (contact, employment_status, deleted_at, organization)`.execute(db)
  await sql`drop index organization_addresses_by_address`.execute(db)
  await sql`create index organization_addresses_by_address on organization_addresses
    (address, deleted_at, organization)`.execute(db)
}
