import { sql, type Kysely } from 'kysely'
import { columnTypes, lower, type DatabaseKind, type Statement } from './ddl/columns'

/** The emails of the people in a column of messages, one a row. */
const emailsIn: Readonly<Record<DatabaseKind, (column: string) => Statement>> = {
  sqlite: (column) =>
    sql`select messages.id as message, json_extract(person.value, '$.email') as email
      from messages, json_each(messages.${sql.ref(column)}) as person`,
  postgres: (column) =>
    sql`select messages.id as message, person ->> 'email' as email
      from messages, lateral json_array_elements(messages.${sql.ref(column)}::json) as person`,
}

/** Stores the addresses of the messages that are there already. */
export async function fillMessageAddresses(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const people = ['from', 'to', 'cc', 'bcc'].map(emailsIn[kind])
  await sql`insert into message_addresses (message, email_key, owner, message_id, sent_at, is_shared)
    select distinct messages.id, ${lower(kind, sql`named.email`)}, messages.owner, messages.message_id,
      messages.sent_at, messages.is_shared
    from (${sql.join(people, sql` union all `)}) as named
    join messages on messages.id = named.message
    where messages.deleted_at is null and named.email <> ''`.execute(db)
}

/** Messages that their owners share, and who wrote and got them: by an address, those of an owner, and those that are shared. */
export async function messageAddresses(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { boolean, key, timestamp } = columnTypes[kind]
  const statements = [
    sql`alter table messages add column is_shared ${boolean} not null default false`,
    sql`create table message_addresses (
      message integer not null references messages (id) on delete cascade,
      email_key ${key} not null,
      owner integer not null references users (id),
      message_id ${key} not null,
      sent_at ${timestamp} not null,
      is_shared ${boolean} not null,
      primary key (message, email_key)
    )`,
  ]
  for (const statement of statements) await statement.execute(db)
  await fillMessageAddresses(db, kind)
  const indexes = [
    sql`create index message_addresses_by_owner on message_addresses (email_key, owner, sent_at, message)`,
    sql`create index message_addresses_shared on message_addresses (email_key, sent_at, message) where is_shared`,
    sql`create index message_addresses_by_message_id on message_addresses (email_key, message_id)`,
  ]
  for (const index of indexes) await index.execute(db)
}
