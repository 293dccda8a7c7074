/** `npm run backup`: writes database and files of an installation to one archive, while it runs (BACKUP-1). */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import '../resources'
import { summaryOf } from '../backup/summary'
import { makeBackup } from '../backup/backup'
import { makeScheduledBackup } from '../backup/scheduled'
import { readConfig, StartError } from '../config'
import { openBesideServers } from '../startup/openBesideServers'
import { runCommand } from './runCommand'

const usage = 'Usage: npm run backup -- FILE | --scheduled'

/** @throws StartError unless there is either a file or the option. */
function readArguments(): string | null {
  const { values, positionals } = parseArgs({
    options: { scheduled: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file = null, ...rest] = positionals
  if (rest.length > 0 || (file === null) !== (values.scheduled ?? false)) throw new StartError(usage)
  if (file !== null && !existsSync(path.dirname(path.resolve(file))))
    throw new StartError(`There is no folder ${path.dirname(file)}.`)
  return file === null ? null : path.resolve(file)
}

await runCommand(usage, async () => {
  const file = readArguments()
  const config = readConfig(process.env)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      stop.abort()
    })
  const database = await openBesideServers(config)
  try {
    const made = await (file === null
      ? makeScheduledBackup(config, database, stop.signal)
      : makeBackup(config, database, file, { stopped: stop.signal }))
    process.stdout.write(
      made ? `Wrote ${made.file}: ${summaryOf(made.manifest)}.\n` : 'The schedule wants no backup now.\n',
    )
  } finally {
    await database.db.destroy()
  }
})
