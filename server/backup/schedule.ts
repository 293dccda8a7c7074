/** Starts the scheduled backups of a server, each in a process of its own: no request waits for one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config'
import { isDue } from '../db/backups'
import type { OpenDatabase } from '../db/dialects'
import { createBackgroundJob, type BackgroundJob } from '../kit/backgroundJob'

/** Milliseconds between two looks at the schedule. */
const lookEvery = 60_000
/** What it takes of the processor is what others leave. */
const priority = os.constants.priority.PRIORITY_LOW

const inFolder = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The command beside the built server; from source, where that is what runs. */
const command = (): string[] =>
  existsSync(inFolder('./backup.mjs'))
    ? [inFolder('./backup.mjs')]
    : [inFolder('../../scripts/run.mjs'), inFolder('../../server/commands/backup.ts')]

/** @param log takes the errors of backups; the database knows them, too (db/backups.ts). */
export function scheduleBackups(
  { backups }: Config,
  { db }: OpenDatabase,
  log: (error: unknown) => void,
): Pick<BackgroundJob, 'stop'> {
  if (!backups) return { stop: () => Promise.resolve() }
  let running: ChildProcess | undefined
  const job = createBackgroundJob(
    async () => {
      if (!(await isDue(db, backups)) || job.isStopped) return
      running = spawn(process.execPath, [...command(), '--scheduled'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await ended(running)
    },
    lookEvery,
    log,
  )
  job.wake()
  return {
    stop: async () => {
      const stopped = job.stop()
      running?.kill()
      await stopped
    },
  }
}

/** @throws Error with what the process says where it fails. */
async function ended(child: ChildProcess): Promise<void> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-2_000)))
  child.once('spawn', () => {
    if (child.pid !== undefined) os.setPriority(child.pid, priority)
  })
  const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (status !== 0) throw new Error(`The backup has failed (${signal ?? status}): ${complaint.trim()}`)
}
