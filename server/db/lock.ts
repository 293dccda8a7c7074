import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { StartError } from '../config'
import { ownDataDir, pathInDataDir } from './dataDir'

/**
 * Locks the data directory for this process until it ends: the operating system holds the lock on a file of SQLite's,
 * so that a killed process leaves none behind (TRUST-31).
 * @returns releases the lock.
 * @throws StartError naming the holder, or saying why the directory cannot be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const release = tryLockDataDir(dataDir)
  if (release) return release
  throw new StartError(`DATA_DIR "${dataDir}" is in use by ${readHolder(pathInDataDir(dataDir, 'holder'))}.`)
}

/**
 * Does the same where another process may hold it.
 * @returns releases the lock; null when another process holds it.
 * @throws StartError saying why the directory cannot be written.
 */
export function tryLockDataDir(dataDir: string): (() => void) | null {
  const holderFile = pathInDataDir(dataDir, 'holder')
  let lock: InstanceType<typeof Database>
  try {
    ownDataDir(dataDir)
    writeFileSync(pathInDataDir(dataDir, 'probe'), '')
    rmSync(pathInDataDir(dataDir, 'probe'))
    lock = new Database(pathInDataDir(dataDir, 'lock'))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`DATA_DIR "${dataDir}" cannot be written: ${reasonOf(error)}.`)
  }
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  writeFileSync(holderFile, `process ${process.pid}, since ${new Date().toISOString()}`)
  return () => {
    rmSync(holderFile, { force: true })
    lock.close()
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'another process'
  }
}

/** The system's error code, such as EACCES, without paths and stacks. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : 'unknown reason'
}
