import { StartError, type Config } from '../config'
import { openDatabase, type OpenDatabase } from '../db/dialects'
import { tryLockDataDir } from '../db/lock'
import { isCurrent } from '../db/migrate'
import { openMigrated } from './openMigrated'

/**
 * Opens the database for a short-running command, with or without a running server. The command locks the data
 * directory and migrates the schema only if no server holds the lock (TRUST-31). Otherwise it writes beside the server,
 * which SQLite's own locks allow, and leaves the schema to the server.
 * @throws StartError when the database cannot be opened, or the server is of another version or has not finished
 *   starting.
 */
export async function openForCommand(
  config: Config,
): Promise<{ database: OpenDatabase; close: () => Promise<void> }> {
  const release = config.databaseUrl === null ? tryLockDataDir(config.dataDir) : undefined
  const database = release === null ? openDatabase(config) : await openMigrated(config)
  const close = async () => {
    await database.db.destroy()
    release?.()
  }
  if (release === null && !(await isCurrent(database))) {
    await close()
    throw new StartError(
      `DATA_DIR "${config.dataDir}" is in use by a server that has another version or is starting just now.`,
    )
  }
  return { database, close }
}
