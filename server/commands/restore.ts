/** `npm run restore`: puts a backup in an empty place, or in place of what is there (BACKUP-2). */
import { parseArgs } from 'node:util'
import '../resources'
import { openArchive } from '../backup/archive/read'
import { restore } from '../backup/restore'
import { readConfig, StartError } from '../config'
import { lockDataDir } from '../db/lock'
import { runCommand } from './runCommand'

const usage = 'Usage: npm run restore -- FILE [--force] [--send-queued]'

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean' }, 'send-queued': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new StartError(usage)
  const config = readConfig(process.env)
  const archive = await openArchive(file)
  try {
    const release = lockDataDir(config.dataDir)
    try {
      const { rows, files, dropped } = await restore(config, archive, {
        force: values.force ?? false,
        sendQueued: values['send-queued'] ?? false,
      })
      process.stdout.write(`Restored ${rows} rows and ${files} files. Every session has ended.\n`)
      if (dropped > 0)
        process.stdout.write(
          `${dropped} messages and invitations were waiting to be sent, and are not sent now: they may have been sent since the backup.\n`,
        )
    } finally {
      release()
    }
  } finally {
    archive.close()
  }
})
