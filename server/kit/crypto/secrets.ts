import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { StartError, type Config } from '../../config'
import { pathInDataDir } from '../../db/dataDir'
import type { OpenDatabase } from '../../db/dialects'

/** A key of the installation and the id by which tokens refer to it. */
export interface Secret {
  kid: string
  key: Buffer
}

/** Newest first: that one signs, the others only verify. */
export type Secrets = readonly [Secret, ...Secret[]]

/** Options of the plugins that use the keys. */
export interface SecretsOptions {
  secrets: Secrets
}

/** A stored key, in base64url. */
export interface KeptKey {
  kid: string
  key: string
}

/** Bytes that a key has at least. */
const minKeyLength = 32

/**
 * The installation's keys, made at the first start (TRUST-36). The embedded database keeps them in a file of the data
 * directory; PostgreSQL in the database, so that all its processes share them. An existing file is imported there.
 * @throws StartError when others than the owner can read the file, or a key cannot be used.
 */
export async function loadSecrets(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  database: OpenDatabase,
): Promise<Secrets> {
  const file = pathInDataDir(dataDir, 'secrets')
  if (databaseUrl !== null) return keysOfDatabase(database, file)
  if (!existsSync(file)) writeWhole(file, JSON.stringify([newKey()]))
  return keysOfFile(file)
}

/** The keys in the file of a data directory, newest first; none where there is no file. */
export function readKeyFile(dataDir: string): KeptKey[] {
  const file = pathInDataDir(dataDir, 'secrets')
  return existsSync(file) ? keysOfFile(file).map(toKept) : []
}

/** Replaces the keys in the file of a data directory at once. */
export const writeKeyFile = (dataDir: string, keys: readonly KeptKey[]): void =>
  writeWhole(pathInDataDir(dataDir, 'secrets'), JSON.stringify(keys))

const newKey = (): KeptKey => ({
  kid: randomUUID(),
  key: randomBytes(minKeyLength).toString('base64url'),
})

/** An interrupted start leaves no half-written file. */
function writeWhole(file: string, text: string): void {
  const handle = openSync(`${file}.new`, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}

function keysOfFile(file: string): Secrets {
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartError(`DATA_DIR: others can read ${file}; only its owner may (chmod 600).`)
  return checked(parse(readFileSync(file, 'utf8')), `DATA_DIR: ${file}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function keysOfDatabase({ db, dialect }: OpenDatabase, file: string): Promise<Secrets> {
  const kept = await db.transaction().execute(async (trx) => {
    await dialect.lock(trx, 'exclusive')
    const found = await trx
      .selectFrom('installation_keys')
      .select(['kid', 'key'])
      .orderBy('created_at', 'desc')
      .execute()
    if (found.length > 0) return found
    const first = existsSync(file) ? keysOfFile(file).map(toKept) : [newKey()]
    // A millisecond apart, to keep their order.
    const created_at = (age: number) => new Date(Date.now() - age).toISOString()
    await trx
      .insertInto('installation_keys')
      .values(first.map((key, age) => ({ ...key, created_at: created_at(age) })))
      .execute()
    return first
  })
  return checked(kept, 'DATABASE_URL: the table installation_keys')
}

const toKept = ({ kid, key }: Secret): KeptKey => ({ kid, key: key.toString('base64url') })

/** @throws StartError naming the place, and its first unusable key. */
function checked(entries: unknown, place: string): Secrets {
  const keys = (Array.isArray(entries) ? entries : []).map((entry, index) => toSecret(entry, index, place))
  const [newest, ...older] = keys
  if (!newest) throw new StartError(`${place} holds no keys.`)
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new StartError(`${place} holds two keys with the same kid.`)
  return [newest, ...older]
}

function toSecret(entry: unknown, index: number, place: string): Secret {
  const { kid, key } = (entry ?? {}) as Record<string, unknown>
  const bytes = typeof key === 'string' && /^[\w-]+$/.test(key) ? Buffer.from(key, 'base64url') : null
  if (typeof kid !== 'string' || kid === '' || bytes === null || bytes.length < minKeyLength)
    throw new StartError(
      `${place}: key ${index + 1} cannot be used: it needs a kid and at least ${minKeyLength} bytes in base64url.`,
    )
  return { kid, key: bytes }
}
