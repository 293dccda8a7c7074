/** `npm run erasures`: lists the contacts that were erased on request, to be kept beside backups (PRIV-6). */
import { parseArgs } from 'node:util'
import { readConfig } from '../config'
import { listErasures } from '../resources/erasures/kept'
import { openBesideServers } from '../startup/openBesideServers'
import { runCommand } from './runCommand'

await runCommand('Usage: npm run --silent erasures', async () => {
  parseArgs({ options: {} })
  const database = await openBesideServers(readConfig(process.env))
  try {
    for (const erasure of await listErasures(database.db))
      process.stdout.write(`${JSON.stringify(erasure)}\n`)
  } finally {
    await database.db.destroy()
  }
})
