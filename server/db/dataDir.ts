import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../config'

/** The entries of the data directory: the server and its commands create no others. */
const entryNames = {
  database: 'citygate.db',
  lock: 'lock.db',
  holder: 'holder.txt',
  probe: '.writable',
  secrets: 'secrets.json',
  files: 'files',
  outgoingFiles: 'outgoing-files',
  mail: 'mail',
  chunks: 'row-chunks',
  restoring: 'restoring',
} as const

/** The path of an entry of the data directory. */
export const pathInDataDir = (dataDir: string, place: keyof typeof entryNames): string =>
  path.join(dataDir, entryNames[place])

const names: ReadonlySet<string> = new Set(Object.values(entryNames))
/** Files that SQLite makes beside a database, and unfinished files of keys. */
const companionFile = /(?<=\.db)-(wal|shm|journal)$|(?<=\.json)\.new$/
const isKept = (name: string): boolean => names.has(name.replace(companionFile, ''))

const groupBits = 0o070
const otherBits = 0o007
const writeBits = 0o022

/**
 * Restricts the data directory to its owner: creates it, or closes one that has been left open together with the
 * server's earlier files in it; and sets the process's umask, so that all its new files are private, wherever they are
 * (TRUST-36).
 * @throws StartError for a directory that may belong to another user, or that other users may have written to.
 */
export function ownDataDir(dataDir: string): void {
  process.umask(groupBits | otherBits)
  mkdirSync(dataDir, { recursive: true })
  const refuse = (why: string) => new StartError(`DATA_DIR "${dataDir}" ${why}`)
  const isOwn = (file: string) => statSync(file).uid === process.geteuid?.()
  if (!isOwn(dataDir)) throw refuse('belongs to another user of this machine.')

  const found = readdirSync(dataDir)
  if (isAccessible(dataDir)) {
    if (isAccessible(dataDir, writeBits) && found.length > 0)
      throw refuse(
        'can be written by others, who may have put there what it holds: look through it, then chmod 700 it.',
      )
    const foreign = found.find((name) => !isKept(name))
    if (foreign !== undefined)
      throw refuse(
        `can be read by others and holds "${foreign}", which is not Citygate's: name a folder of its own, or chmod 700 this one.`,
      )
    restrictAccess(dataDir)
  }
  // Keys that others could read are compromised: kit/crypto/secrets.ts refuses those.
  for (const name of found.filter((each) => isKept(each) && each !== entryNames.secrets)) {
    const file = path.join(dataDir, name)
    if (!isOwn(file)) throw refuse(`holds "${name}" of another user of this machine.`)
    if (isAccessible(file)) restrictAccess(file)
  }
}

const isAccessible = (file: string, bits = groupBits | otherBits): boolean =>
  (statSync(file).mode & bits) !== 0

const restrictAccess = (file: string): void => chmodSync(file, statSync(file).mode & ~(groupBits | otherBits))
