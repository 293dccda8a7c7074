import { existsSync } from 'node:fs'
import { StartError, type Config } from '../config'
import { pathInDataDir } from '../db/dataDir'
import { databaseErrorText, openDatabase, type OpenDatabase } from '../db/dialects'
import { isCurrent, isMigrated } from '../db/migrate'

/**
 * Opens the database for a command that may run for long, or only reads: servers run, start and stop meanwhile, and its schema is
 * left to them.
 * @throws StartError where there is no database, it cannot be opened, or it has another schema.
 */
export async function openBesideServers(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl === null && !existsSync(pathInDataDir(config.dataDir, 'database')))
    throw new StartError(`DATA_DIR "${config.dataDir}" holds no database.`)
  const name = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
  const database = openDatabase(config)
  let isMade: boolean
  try {
    await database.clock.measure()
    if (await isCurrent(database)) return database
    isMade = await isMigrated(database)
  } catch (error) {
    await database.db.destroy()
    throw new StartError(`${name}: the database cannot be opened: ${databaseErrorText(error)}.`)
  }
  await database.db.destroy()
  throw new StartError(
    isMade
      ? 'The schema of the database is not that of this version; start its server once.'
      : `${name}: the database has no Citygate in it.`,
  )
}
