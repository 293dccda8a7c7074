/** Backups that the schedule wants, and the older ones that it keeps no longer (BACKUP-6). */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { StartError, type Config } from '../config'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { partial } from './archive/write'
import { makeBackup, type Backup } from './backup'

/** Names of archives, in the order of their times. Others in the folder are not touched. */
const ownName = /^citygate-\d{8}T\d{9}Z\.zip$/

/**
 * Makes a backup where the schedule wants one now and no other process has begun it; then removes those beyond the
 * number to be kept.
 * @returns null where it wants none.
 * @throws StartError without a folder for them.
 */
export async function makeScheduledBackup(
  config: Config,
  database: OpenDatabase,
  stopped?: AbortSignal,
): Promise<Backup | null> {
  const { backups } = config
  if (!backups) throw new StartError('BACKUP_FOLDER is empty.')
  const now = nowOf(database.db)
  const stamp = now.toISOString().replaceAll(/[-:.]/g, '')
  const made = await makeBackup(config, database, path.join(backups.folder, `citygate-${stamp}.zip`), {
    schedule: backups,
    ...(stopped && { stopped }),
  })
  if (made) prune(backups.folder, backups.keep)
  return made
}

/** Removes the oldest archives, and the unfinished ones of processes that have ended: one runs at a time. */
function prune(folder: string, keep: number): void {
  const names = readdirSync(folder).sort()
  const complete = names.filter((name) => ownName.test(name))
  const unfinished = names.filter(
    (name) => name.endsWith(partial) && ownName.test(name.slice(0, -partial.length)),
  )
  for (const name of [...complete.slice(0, -keep), ...unfinished])
    rmSync(path.join(folder, name), { force: true })
}
