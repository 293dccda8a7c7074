import { sql } from 'kysely'
import { columnTypes, type DatabaseKind, type Statement } from '../ddl/columns'
import { changeCount, countFunctions, rowCount } from '../ddl/counts'

/** The tables whose lists grow with the installation, and show all records that are not in the trash. */
const counted = ['organizations', 'addresses', 'contacts', 'opportunities', 'bids']

/** The tables that searches of counted records read, and the columns that determine the number of matches; null: all. */
const searched: Readonly<Record<string, readonly string[] | null>> = {
  organizations: ['search', 'deleted_at'],
  addresses: ['search', 'deleted_at', 'state'],
  contacts: ['search', 'deleted_at'],
  opportunities: ['search', 'deleted_at'],
  bids: ['search', 'deleted_at', 'utility_state'],
  opportunity_tags: null,
  tags: null,
  states: null,
  utility_states: null,
  utilities: null,
}

/** What the server maintains about its own data: numbers of rows, stale sort keys, texts to be folded anew. */
export function upkeep(kind: DatabaseKind): Statement[] {
  const { id } = columnTypes[kind]
  return [
    // The number of rows of a table that are not in the trash, in one row or as the sum of several; and of changes.
    sql`create table row_counts (
      table_name text not null,
      alive bigint not null,
      changes bigint not null default 0
    )`,
    sql`insert into row_counts (table_name, alive) values ${sql.join(
      Object.keys(searched).map((table) => sql`(${table}, 0)`),
    )}`,
    ...(kind === 'postgres' ? countFunctions() : []),
    ...counted.flatMap((table) => rowCount(kind, table)),
    ...Object.entries(searched).flatMap(([table, columns]) => changeCount(kind, table, columns)),
    // Sort keys to be recomputed after the change of the texts behind them.
    sql`create table late_keys (
      id ${id},
      resource text not null,
      ordering text not null,
      named_resource text not null,
      named_id integer not null,
      done_to integer not null default 0,
      key_before text
    )`,
    // Resources whose searched texts are to be folded anew.
    sql`create table refolds (
      resource text primary key,
      done_to integer not null default 0
    )`,
  ]
}
