import { sql } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind, type Statement } from '../ddl/columns'
import { alive, listIndexes, stampOrderings, trashIndex } from '../ddl/indexes'

/** Notes and files of records, tasks, and the calendar. */
export const work = (kind: DatabaseKind): Statement[] => [
  ...notesAndFiles(kind),
  ...tasks(kind),
  ...calendar(kind),
]

function notesAndFiles(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  return [
    sql`create table notes (
      id ${id},
      description text not null,
      object_id text not null,
      content_type integer references content_types (id),
      ${stampColumns(kind)},
      deleted_at ${timestamp},
      owner_type text not null,
      owner_id integer not null,
      search text not null,
      deleted_directly ${boolean}
    )`,
    ...listIndexes(kind, 'notes', 'id', alive, stampOrderings),
    trashIndex('notes', 'id'),
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
      search text not null,
      deleted_directly ${boolean}
    )`,
    ...listIndexes(kind, 'files', 'file_id', alive, [['created_at', false]]),
    trashIndex('files', 'file_id'),
    sql`create index files_by_owner on files (owner_type, owner_id)`,
    sql`create index files_by_content on files (created_by, size)`,
  ]
}

function tasks(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  return [
    // A task's days are counted from a day, or from that of its creation, in UTC (TASK-1).
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
      ${stampColumns(kind)},
      name_key ${key} not null,
      assignee_key ${key},
      organizations_key ${key},
      search text not null,
      counted_from ${key},
      deleted_at ${timestamp}
    )`,
    ...listIndexes(kind, 'todos', 'id', '', [
      ['name_key', false],
      ['status', false],
      ['time_needed', false],
      ['due_date', true],
      ['assignee_key', true],
      ['organizations_key', true],
      ...stampOrderings,
    ]),
    trashIndex('todos', 'id'),
    sql`create index todos_by_assignee on todos (assignee)`,
    sql`create table organization_todos (
      organization_todo_id ${id},
      organization integer not null references organizations (organization_id),
      todo integer not null references todos (id) on delete cascade,
      deleted_at ${timestamp},
      search text not null default '',
      deleted_directly ${boolean}
    )`,
    sql`create unique index organization_todos_pair on organization_todos (todo, organization) where deleted_at is null`,
    sql`create index organization_todos_of_todo on organization_todos (todo)`,
    sql`create index organization_todos_by_organization on organization_todos (organization)`,
    trashIndex('organization_todos', 'organization_todo_id'),
  ]
}

function calendar(kind: DatabaseKind): Statement[] {
  const { id, timestamp, boolean, epoch, key } = columnTypes[kind]
  return [
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
      ${stampColumns(kind)},
      title_key ${key} not null,
      search text not null,
      all_day ${boolean} not null default false,
      time_zone text,
      deleted_at ${timestamp}
    )`,
    ...listIndexes(kind, 'activities', 'id', '', stampOrderings),
    trashIndex('activities', 'id'),
    sql`create index activities_by_start on activities (start, id)`,
    sql`create index activities_by_end on activities ("end", id)`,
    sql`create index activities_by_creator_and_end on activities (created_by, "end")`,
    sql`create table activity_participants (
      email ${key} not null,
      activity integer not null references activities (id) on delete cascade,
      primary key (email, activity)
    )`,
    sql`create index activity_participants_by_activity on activity_participants (activity)`,
    // External calendars may be shared by several users, so that a calendar is identified together with its owner.
    sql`create table calendars (
      owner integer not null references users (id),
      id ${key} not null,
      name text not null,
      is_default ${boolean} not null,
      primary key (owner, id)
    )`,
    // Secret addresses of calendar feeds, by their hashes.
    sql`create table calendar_feeds (
      "user" integer primary key references users (id),
      secret_hash ${key} not null,
      created_at ${timestamp} not null
    )`,
    sql`create unique index calendar_feeds_by_secret on calendar_feeds (secret_hash)`,
  ]
}
