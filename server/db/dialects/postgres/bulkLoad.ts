import { sql } from 'kysely'
import type { BulkLoadDialect } from '../bulkLoadDialect'

export const bulkLoad: BulkLoadDialect = {
  // Measured: up to here, an installation is filled in half the time.
  worthDropping: 1_000,
  dropIndexes: async (db, table) => {
    const { rows } = await sql<{ name: string; definition: string; without_statistics: boolean }>`
      select relname as name, pg_get_indexdef(indexrelid) as definition,
        exists (select 1 from pg_attribute where attrelid = indexrelid and attstattarget = 0) as without_statistics
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid in (to_regclass(${table}), to_regclass(${`${table}_texts`}))
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
      order by indexrelid`.execute(db)
    if (rows.length > 0) await sql`drop index ${sql.join(rows.map(({ name }) => sql.ref(name)))}`.execute(db)
    return rows.flatMap(({ name, definition, without_statistics }) => [
      definition,
      ...(without_statistics ? [`alter index ${name} alter column 1 set statistics 0`] : []),
    ])
  },
  // Its search indexes are ordinary indexes.
  rebuildSearchIndexes: () => Promise.resolve([]),
  chunkFormat: () => Promise.resolve({ kind: 'texts' }),
  continueIds: async (db, table, idColumn) => {
    await sql`select setval(pg_get_serial_sequence(${table}, ${idColumn}), (select coalesce(max(${sql.ref(idColumn)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
      db,
    )
  },
  analyze: async (db) => {
    // Scans of indexes alone need to know which pages every transaction sees.
    await sql`vacuum analyze`.execute(db)
  },
}
