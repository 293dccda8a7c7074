import { StartError, type Config } from '../config'
import { openDatabase, databaseErrorText, type OpenDatabase } from '../db/dialects'
import { migrate } from '../db/migrate'
import { rebuildSearchTexts } from '../resources/rebuildSearchTexts'

/**
 * Opens the configured database with its newest schema.
 * @throws StartError naming the variable that leads to a database which cannot be opened.
 */
export async function openMigrated(config: Config): Promise<OpenDatabase> {
  const database = openDatabase(config)
  try {
    await migrate(database)
    await database.clock.measure()
    await rebuildSearchTexts(database)
    return database
  } catch (error) {
    await database.db.destroy()
    const name = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
    throw new StartError(`${name}: the database cannot be opened: ${databaseErrorText(error)}.`)
  }
}
