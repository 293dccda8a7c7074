import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

const raw = (text: string) => sql.raw(text)

/** What records are compared by beside what there is, and what they were merged into. */
const compared = {
  organizations: { id: 'organization_id', match: 'phone_match' },
  contacts: { id: 'contact_id', match: 'personal_mobile_match' },
} as const

/** Pairs of records that are probably the same, and merges with what they have moved. */
export async function merges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, key } = columnTypes[kind]
  const statements = [
    ...Object.entries(compared).flatMap(([table, { id: own, match }]) => [
      sql`alter table ${raw(table)} add column ${raw(match)} ${key}`,
      raw(`create index ${table}_by_${match} on ${table} (${match}) where ${match} is not null`),
      raw(
        `alter table ${table} add column merged_into integer references ${table} (${own}) on delete set null`,
      ),
      raw(`create index ${table}_by_merged_into on ${table} (merged_into) where merged_into is not null`),
      // The server folds those that are there at its start, all of them even where it had begun.
      sql`delete from refolds where resource = ${sql.lit(table)}`,
      sql`insert into refolds (resource, done_to)
        select ${sql.lit(table)}, 0 where exists (select 1 from ${raw(table)})`,
    ]),
    sql`create index activities_by_organization on activities (organization) where organization is not null`,
    sql`create table duplicate_pairs (
      pair_id ${id},
      resource ${key} not null,
      low integer not null,
      high integer not null,
      reasons text not null,
      score integer not null,
      dismissed_at ${timestamp},
      dismissed_by integer references users (id) on delete set null,
      unique (resource, low, high)
    )`,
    sql`create index duplicate_pairs_by_high on duplicate_pairs (resource, high)`,
    sql`create index duplicate_pairs_open on duplicate_pairs (resource, score desc, pair_id)
      where dismissed_at is null and score > 0`,
    sql`create index duplicate_pairs_dismissed on duplicate_pairs (resource, dismissed_at desc, pair_id)
      where dismissed_at is not null and score > 0`,
    // Records that are to be compared; without a record all of them, by the order of their ids.
    sql`create table duplicate_marks (
      id ${id},
      resource ${key} not null,
      record_id integer,
      done_to integer not null default 0
    )`,
    sql`insert into duplicate_marks (resource) values ('organizations'), ('contacts')`,
    sql`create table merges (
      merge_id ${id},
      resource ${key} not null,
      kept integer not null,
      merged integer not null,
      taken text not null,
      followers text not null,
      state ${key} not null,
      merged_at ${timestamp},
      created_by integer references users (id) on delete set null,
      run_by integer references users (id) on delete set null,
      request_id text,
      created_at ${timestamp} not null,
      ended_at ${timestamp}
    )`,
    sql`create index merges_by_resource on merges (resource, merge_id)`,
    sql`create index merges_running on merges (merge_id) where state in ('running', 'undoing')`,
    sql`create table merge_records (
      merge_id integer not null references merges (merge_id),
      place integer not null,
      resource ${key} not null,
      record_id integer not null,
      field ${key} not null,
      before text,
      after text,
      outcome ${key} not null,
      primary key (merge_id, place)
    )`,
    sql`create index merge_records_by_record on merge_records (merge_id, resource, field, record_id)`,
    sql`create index merge_records_by_outcome on merge_records (merge_id, outcome, place)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
