/** `npm run erasures`: lists the contacts that were erased on request, to be kept beside backups (PRIV-6). */
import { parseArgs } from 'node:util'
import { readConfig } from '../config'
import { listErasures } from '../resources/erasures/kept'
import { openForCommand } from '../startup/openForCommand'
import { runCommand } from './runCommand'

await runCommand('Usage: npm run --silent erasures', async () => {
  parseArgs({ options: {} })
  const { database, close } = await openForCommand(readConfig(process.env))
  try {
    for (const erasure of await listErasures(database.db))
      process.stdout.write(`${JSON.stringify(erasure)}\n`)
  } finally {
    await close()
  }
})
