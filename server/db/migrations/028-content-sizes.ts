import { sql, type Kysely } from 'kysely'

/**
 * What logos and Crystal profiles take up, and whose they are: they count as files do. Of older ones nothing is known.
 * Indexes tell the sums, however much is kept.
 */
export async function contentSizes(db: Kysely<unknown>): Promise<void> {
  for (const [table, content] of [
    ['organizations', 'logo'],
    ['contacts', 'crystal_profile'],
  ] as const) {
    const [size, by] = [sql.ref(`${content}_size`), sql.ref(`${content}_by`)]
    await sql`alter table ${sql.table(table)} add column ${size} integer`.execute(db)
    await sql`alter table ${sql.table(table)} add column ${by} integer references users (id)`.execute(db)
    await sql`create index ${sql.ref(`${table}_by_content`)} on ${sql.table(table)} (${by}, ${size}) where ${size} is not null`.execute(
      db,
    )
  }
  await sql`create index files_by_content on files (created_by, size)`.execute(db)
}
