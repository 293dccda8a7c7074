import { sql, type Kysely } from 'kysely'

/** What logos and Crystal profiles take up, and whose they are: they count as files do. Of older ones nothing is known. */
export async function contentSizes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['organizations.logo', 'contacts.crystal_profile']) {
    const [table = '', content = ''] = column.split('.')
    for (const [name, type] of [
      [`${content}_size`, 'integer'],
      [`${content}_by`, 'integer references users (id)'],
    ] as const)
      await sql`alter table ${sql.table(table)} add column ${sql.ref(name)} ${sql.raw(type)}`.execute(db)
  }
}
