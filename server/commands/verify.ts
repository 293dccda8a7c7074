/** `npm run verify`: checks a backup without restoring it (BACKUP-3). */
import { parseArgs } from 'node:util'
import '../resources'
import { openArchive } from '../backup/archive/read'
import { summaryOf } from '../backup/summary'
import { findFaults } from '../backup/verify'
import { StartError } from '../config'
import { runCommand } from './runCommand'

const usage = 'Usage: npm run verify -- FILE'

await runCommand(usage, async () => {
  const [file, ...rest] = parseArgs({ allowPositionals: true }).positionals
  if (file === undefined || rest.length > 0) throw new StartError(usage)
  const archive = await openArchive(file)
  try {
    const faults = await findFaults(archive)
    if (faults.length > 0) throw new StartError(`${file} is damaged:\n${faults.join('\n')}`)
    process.stdout.write(`${file} is whole: ${summaryOf(archive.manifest)}.\n`)
  } finally {
    archive.close()
  }
})
