import { audit } from '../kit/write/audit'
import { chunks } from '../kit/chunks'
import type { Write } from '../kit/context'
import { fold, foldSearched } from '../kit/fold'
import { defineResource } from '../kit/define'
import { addChangeNotice } from '../kit/write/notices'

declare module '../db/tables' {
  interface ServerColumns {
    sourceNames: Searched & { name_key: string }
  }
}

export const sourceNames = defineResource('sourceNames', {
  description: 'Brokers and consultants that bring indirect deals.',
  routes: 'read',
  search: ['name'],
  sortKeys: { name: 'name' },
})

/** A source name as spelled in the list, regardless of case; undefined where it is missing (OPN-9). */
export async function knownSourceName({ db }: Pick<Write, 'db'>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('source_names')
    .select('name')
    .where('name_key', '=', fold(name))
    .executeTakeFirst()
  return row?.name
}

/** The changes that a list would make, or has made. */
export async function changesOfSourceNames({ db }: Pick<Write, 'db'>, names: readonly string[]) {
  const listed = await db.selectFrom('source_names').select(['source_name_id', 'name']).execute()
  const wanted = new Set(names)
  const there = new Set(listed.map(({ name }) => name))
  const gone = listed.filter(({ name }) => !wanted.has(name))
  return { listed, gone, added: names.filter((name) => !there.has(name)) }
}

/**
 * Makes the list hold exactly these names, no two of which fold to the same text; remaining names keep their ids, and
 * the previous list can be restored. Opportunities keep their source names.
 */
export async function replaceSourceNames(write: Write, names: readonly string[]): Promise<void> {
  const { listed, gone, added } = await changesOfSourceNames(write, names)
  if (gone.length + added.length === 0) return
  for (const some of chunks(gone))
    await write.db
      .deleteFrom('source_names')
      .where(
        'source_name_id',
        'in',
        some.map(({ source_name_id }) => source_name_id),
      )
      .execute()
  for (const some of chunks(added))
    await write.db
      .insertInto('source_names')
      .values(some.map((name) => ({ name, name_key: fold(name), search: foldSearched(name) })))
      .execute()
  await write.db.deleteFrom('replaced_source_names').execute()
  await write.db
    .insertInto('replaced_source_names')
    .values({
      names: JSON.stringify(listed.map(({ name }) => name)),
      replaced_at: new Date().toISOString(),
    })
    .execute()
  await audit(write, {
    action: 'replace',
    resource: sourceNames.contract.name,
    before: gone.map(({ name }) => name),
    after: added,
  })
  addChangeNotice(write, sourceNames, 'updated', null)
}

/** The list before the present one; null where there is none. */
export async function replacedSourceNames({ db }: Pick<Write, 'db'>) {
  const row = await db.selectFrom('replaced_source_names').select(['names', 'replaced_at']).executeTakeFirst()
  return row ? { names: JSON.parse(row.names) as string[], replaced_at: row.replaced_at } : null
}
