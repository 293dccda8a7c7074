/** `npm run restore`: puts a backup in an empty place, or in place of what is there (BACKUP-2). */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import '../resources'
import { openArchive } from '../backup/archive/read'
import { restore } from '../backup/restore'
import { readConfig, StartError } from '../config'
import { lockDataDir } from '../db/lock'
import type { ListedErasure } from '../resources/erasures/kept'
import { runCommand } from './runCommand'

const usage = 'Usage: npm run restore -- FILE [--force] [--send-queued] [--erasures FILE]'

const listed = Type.Object({
  contacts: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
  requested_at: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$` }),
  reason: Type.String(),
})

/** A list that `npm run erasures` has written. @throws StartError for anything else. */
function readErasures(file: string): ListedErasure[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const row: unknown = parsed(line)
    if (!Value.Check(listed, row))
      throw new StartError(`${file}, line ${index + 1}: this is no erasure as "npm run erasures" writes it.`)
    return row
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: {
      force: { type: 'boolean' },
      'send-queued': { type: 'boolean' },
      erasures: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new StartError(usage)
  const erasures = values.erasures === undefined ? [] : readErasures(values.erasures)
  const config = readConfig(process.env)
  const archive = await openArchive(file)
  try {
    const release = lockDataDir(config.dataDir)
    try {
      const { rows, files, dropped, erasedAgain, isListed } = await restore(config, archive, {
        force: values.force ?? false,
        sendQueued: values['send-queued'] ?? false,
        erasures,
      })
      process.stdout.write(`Restored ${rows} rows and ${files} files. Every session has ended.\n`)
      if (dropped > 0)
        process.stdout.write(
          `${dropped} messages and invitations were waiting to be sent, and are not sent now: they may have been sent since the backup.\n`,
        )
      if (erasedAgain > 0)
        process.stdout.write(
          `${erasedAgain} contacts were erased on request since the backup, and are erased again when a server starts.\n`,
        )
      else if (!isListed)
        process.stdout.write(
          'What was erased on request since the backup is not known here: give the list that "npm run erasures" has written by --erasures FILE.\n',
        )
    } finally {
      release()
    }
  } finally {
    archive.close()
  }
})
