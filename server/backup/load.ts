/** Fills a new database with the rows of an archive or of another database. */
import { StartError } from '../config'
import type { LoadTarget } from '../db/dialects/loadTarget'
import type { RowSource, TableShape } from '../db/dialects/snapshot'
import { migrateNew, migrationNames } from '../db/migrate'

/**
 * Makes the schema that the rows had, copies them, and migrates to the newest schema. Search indexes and row counts are
 * made anew from the rows.
 * @param isSkipped tells tables whose rows are not copied.
 * @returns the number of rows.
 * @throws StartError for rows of a version that this one does not know.
 */
export async function load(
  source: RowSource,
  target: LoadTarget,
  isSkipped: (table: string) => boolean = () => false,
): Promise<number> {
  const { database } = target
  await migrateNew(database, lastMigration(source, migrationNames(database)))
  const tables = await target.begin()
  const byName = new Map(tables.map((table) => [table.name, table]))
  refuseOthers(source, byName)
  let count = 0
  for (const table of source.tables) {
    if (!isSkipped(table.name))
      for await (const rows of source.rows(table)) {
        await target.insert(table, rows)
        count += rows.length
      }
    if (table.lastId !== null) await target.continueIds(table, table.lastId)
  }
  await target.end()
  await migrateNew(database, null)
  return count
}

/** @throws StartError unless the migrations of the source are the first ones of this version. */
function lastMigration({ migrations }: RowSource, known: readonly string[]): string {
  const last = migrations.at(-1)
  if (last === undefined || migrations.some((name, place) => name !== known[place]))
    throw new StartError(
      `It has the schema of another version (${last ?? 'none'}), and this one ends at ${known.at(-1) ?? 'none'}: restore it with the version that made it, or a newer one.`,
    )
  return last
}

/** @throws StartError where the same migrations have left other tables. */
function refuseOthers({ tables }: RowSource, byName: ReadonlyMap<string, TableShape>): void {
  const columnsOf = (table: TableShape | undefined) => [...(table?.columns ?? [])].sort().join(' ')
  const other = tables.find((table) => columnsOf(table) !== columnsOf(byName.get(table.name)))
  if (other ?? byName.size !== tables.length)
    throw new StartError(`Its tables are not those of this product${other ? `: ${other.name}` : ''}.`)
}
