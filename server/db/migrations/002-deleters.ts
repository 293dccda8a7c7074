import { sql, type Kysely } from 'kysely'

/** The tables of records that can be put into the trash: their resource in the audit, and their id. */
const tables = {
  opportunities: ['opportunities', 'opportunity_id'],
  bids: ['bids', 'bid_id'],
  organizations: ['organizations', 'organization_id'],
  contacts: ['contacts', 'contact_id'],
  organization_contacts: ['organizationContacts', 'organization_contact_id'],
  addresses: ['addresses', 'address_id'],
  organization_addresses: ['organizationAddresses', 'organization_address_id'],
  organization_todos: ['organizationTodos', 'organization_todo_id'],
  notes: ['notes', 'id'],
  files: ['files', 'file_id'],
  todos: ['todos', 'id'],
  activities: ['activities', 'id'],
  tags: ['tags', 'tag_id'],
  messages: ['messages', 'id'],
  utilities: ['utilities', 'utility_id'],
  utility_states: ['utilityStates', 'utility_state_id'],
} as const

/** The user who put a record into the trash; for records that are there already, as far as the audit tells. */
export async function deleters(db: Kysely<unknown>): Promise<void> {
  for (const [table, [resource, id]] of Object.entries(tables)) {
    await sql`alter table ${sql.table(table)} add column deleted_by integer references users (id)`.execute(db)
    await sql`update ${sql.table(table)} set deleted_by = (
      select actor from audit
      where resource = ${resource} and record_id = ${sql.table(table)}.${sql.ref(id)} and action = 'delete'
      order by audit.id desc limit 1
    ) where deleted_at is not null`.execute(db)
  }
}
