/** `npm run move`: moves an installation from SQLite to PostgreSQL (BACKUP-7). */
import { parseArgs } from 'node:util'
import '../resources'
import { move } from '../backup/move'
import { readConfig, StartError } from '../config'
import { lockDataDir } from '../db/lock'
import { openMigrated } from '../startup/openMigrated'
import { runCommand } from './runCommand'

const usage = 'Usage: npm run move -- postgres://… [--force]'

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [address, ...rest] = positionals
  if (address === undefined || rest.length > 0) throw new StartError(usage)
  const config = readConfig(process.env)
  if (config.databaseUrl !== null)
    throw new StartError('DATABASE_URL names a PostgreSQL database already: only SQLite is moved.')
  const { databaseUrl } = readConfig({ DATABASE_URL: address })
  if (databaseUrl === null) throw new StartError(usage)
  const release = lockDataDir(config.dataDir)
  try {
    await (await openMigrated(config)).db.destroy()
    const rows = await move(config, databaseUrl, values.force ?? false)
    process.stdout.write(
      `Moved ${rows} rows; both databases are equal. Set DATABASE_URL to this address, and start the servers.\n`,
    )
  } finally {
    release()
  }
})
