import { sql } from 'kysely'
import { columnTypes, type DatabaseKind, type Statement } from '../ddl/columns'
import { listIndexes, trashIndex } from '../ddl/indexes'

/** Messages, what waits to be sent, and accounts at external mail services. */
export const mail = (kind: DatabaseKind): Statement[] => [
  ...messages(kind),
  ...outboxes(kind),
  ...mailService(kind),
]

/** The indexes keep folders, the number of unread messages and conversations fast in large mailboxes. */
function messages(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  return [
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
      search text not null,
      message_id ${key} not null default '',
      in_reply_to ${key},
      thread ${key} not null default '',
      deleted_at ${timestamp},
      cc text not null default '[]',
      bcc text not null default '[]'
    )`,
    ...listIndexes(kind, 'messages', 'id'),
    trashIndex('messages', 'id'),
    sql`create index messages_by_owner on messages (owner, sent_at, id) where deleted_at is null`,
    sql`create index messages_by_direction on messages (owner, direction, sent_at, id) where deleted_at is null`,
    sql`create index messages_by_reading on messages (owner, direction, is_read, sent_at, id) where deleted_at is null`,
    sql`create index messages_by_thread on messages (owner, thread, sent_at, id)`,
    sql`create index messages_by_message_id on messages (owner, message_id)`,
    // Their contents lie in the file store, once for all mailboxes that have them, or in the mailbox at a mail service.
    sql`create table message_attachments (
      id ${id},
      message integer not null references messages (id) on delete cascade,
      owner integer not null references users (id),
      filename text not null,
      size integer,
      media_type text not null,
      is_inline ${boolean} not null default false,
      content_id text,
      storage_key text,
      stored_by integer references users (id),
      remote_id text,
      search text not null default '',
      deleted_at ${timestamp},
      deleted_directly ${boolean}
    )`,
    sql`create index message_attachments_of_message on message_attachments (message, is_inline, id)`,
    sql`create index message_attachments_by_owner on message_attachments (owner, id)`,
    sql`create index message_attachments_by_storage_key on message_attachments (storage_key) where storage_key is not null`,
    sql`create index message_attachments_by_size on message_attachments (stored_by, storage_key, size) where storage_key is not null`,
  ]
}

/** What is written in the transaction of the change that it reports, and sent afterwards (SCH-1, TRUST-29). */
function outboxes(kind: DatabaseKind): Statement[] {
  const { id, timestamp } = columnTypes[kind]
  return [
    sql`create table outbox (
      id ${id},
      message_id text not null,
      author integer references users (id),
      subject text not null,
      sender text not null,
      recipients text not null,
      content text not null,
      attempts integer not null default 0,
      created_at ${timestamp} not null,
      next_at ${timestamp} not null,
      claimed_by text,
      content_key text,
      content_size integer
    )`,
    sql`create index outbox_by_next on outbox (next_at)`,
    // Changes of events, of which invitations and updates are to be sent.
    sql`create table untold_changes (
      id ${id},
      event integer not null,
      actor integer not null references users (id),
      request_id text,
      before text,
      after text,
      attempts integer not null default 0,
      created_at ${timestamp} not null,
      next_at ${timestamp} not null
    )`,
    sql`create index untold_changes_by_event on untold_changes (event, id)`,
  ]
}

/** Accounts at external mail services, requests to connect one, and which of their records is which one here. */
function mailService(kind: DatabaseKind): Statement[] {
  const { id, timestamp, epoch, key } = columnTypes[kind]
  return [
    sql`create table mail_grants (
      code_hash text primary key,
      user_id integer not null references users (id),
      session_id text not null,
      expires_at ${timestamp} not null,
      used_at ${timestamp}
    )`,
    sql`create table mail_requests (
      session_id text primary key,
      "user" integer not null references users (id),
      state_hash text not null,
      redirect_url text not null,
      expires_at ${timestamp} not null
    )`,
    // Changes of its events and messages are known up to two moments, and its contacts as of a third.
    sql`create table mail_accounts (
      id text primary key,
      "user" integer not null references users (id),
      email text not null,
      provider text not null,
      grant_name ${key} not null,
      sealed text not null,
      created_at ${timestamp} not null,
      expired_at ${timestamp},
      ended_at ${timestamp},
      next_at ${timestamp} not null,
      claimed_by text,
      failures integer not null default 0,
      events_until ${epoch},
      messages_until ${epoch},
      contacts_at ${timestamp}
    )`,
    sql`create unique index mail_accounts_by_user on mail_accounts ("user") where ended_at is null`,
    sql`create index mail_accounts_by_grant on mail_accounts (grant_name)`,
    sql`create index mail_accounts_by_next on mail_accounts (next_at)`,
    sql`create table mail_links (
      "user" integer not null references users (id),
      kind ${key} not null,
      remote_id ${key} not null,
      record_id integer not null,
      calendar_id text,
      changed_at ${epoch} not null,
      primary key ("user", kind, remote_id)
    )`,
    sql`create index mail_links_by_record on mail_links (kind, record_id)`,
    // Notifications of the service that have been handled.
    sql`create table mail_notices (
      id ${key} primary key,
      received_at ${timestamp} not null
    )`,
    sql`create index mail_notices_by_time on mail_notices (received_at)`,
    // The contacts in users' external address books.
    sql`create table mail_contacts (
      id ${id},
      "user" integer not null references users (id),
      email text not null,
      mail_key ${key} not null,
      first_name text,
      last_name text,
      search text not null
    )`,
    sql`create unique index mail_contacts_by_user on mail_contacts ("user", mail_key)`,
  ]
}
