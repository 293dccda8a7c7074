import { audit } from '../kit/write/audit'
import { chunks } from '../kit/chunks'
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'
import { defineResource } from '../kit/define'
import { noteChange } from '../kit/write/notices'

export const sourceNames = defineResource('sourceNames', {
  table: 'source_names',
  search: ['name'],
  keys: { name: 'name' },
})

/** A source name as the list spells it, whatever its case; undefined where the list lacks it (OPN-9). */
export async function knownSourceName({ db }: Pick<Write, 'db'>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('source_names')
    .select('name')
    .where('name_key', '=', fold(name))
    .executeTakeFirst()
  return row?.name
}

/**
 * Makes the list hold exactly these names, no two of which fold to the same text; names that stay keep their ids.
 * Opportunities keep what they say.
 */
export async function replaceSourceNames(write: Write, names: readonly string[]): Promise<void> {
  const listed = await write.db.selectFrom('source_names').select(['source_name_id', 'name']).execute()
  const wanted = new Set(names)
  const there = new Set(listed.map(({ name }) => name))
  const gone = listed.filter(({ name }) => !wanted.has(name))
  const added = names.filter((name) => !there.has(name))
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
      .values(some.map((name) => ({ name, name_key: fold(name), search: fold(name) })))
      .execute()
  await audit(write, {
    action: 'replace',
    resource: sourceNames.contract.name,
    before: gone.map(({ name }) => name),
    after: added,
  })
  noteChange(write, sourceNames, 'updated', null)
}
