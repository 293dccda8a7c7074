import type { OpenDatabase } from '../db/dialect'
import { anyTable } from '../kit/context'
import { demoTables } from './tables'

/**
 * Deletes every row of the tables that demo data fills, whoever made it, and what refers to them: sessions end,
 * and the audit forgets. What each installation has from its first start on stays.
 */
export async function emptyDatabase({ db, dialect }: OpenDatabase): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('audit').execute()
    await trx.deleteFrom('refresh_tokens').execute()
    await trx.deleteFrom('sessions').execute()
    for (const { resource } of demoTables.toReversed()) {
      for (const { table } of Object.values(resource.links)) await trx.deleteFrom(table).execute()
      await dialect.bulkLoad(trx, resource.table, resource.contract.idField, async () => {
        await anyTable(trx).deleteFrom(resource.table).execute()
      })
    }
  })
}
