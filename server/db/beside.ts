import { StartError, type Config } from '../config'
import { openDatabase, type OpenDatabase } from './dialect'
import { tryLockDataDir } from './lock'
import { isCurrent } from './migrations'
import { openMigrated } from './open'

/**
 * Opens the database for a command that is done in a moment, whether a server runs or not. The data directory is held
 * against servers only where none has it (TRUST-31): the command then is the one who brings the schema up to date. Else
 * it writes beside the server, which SQLite's own locks allow, and leaves the schema to the server.
 * @throws StartError when the database cannot be opened, or the server is of another version or has not started yet.
 */
export async function openBeside(
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
