import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../config'

/** A key of the installation and the name by which tokens refer to it. */
export interface Secret {
  kid: string
  key: Buffer
}

const fileName = 'secrets.json'

/**
 * Reads the installation's keys, newest first, and makes them at the first start (TRUST-36).
 * @throws StartError when others than the owner can read them, or the file holds none.
 */
export function loadSecrets(dataDir: string): [Secret, ...Secret[]] {
  const file = path.join(dataDir, fileName)
  if (!existsSync(file)) {
    const secret = { kid: randomUUID(), key: randomBytes(32).toString('base64url') }
    writeFileSync(file, JSON.stringify([secret]), { mode: 0o600, flag: 'wx' })
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartError(`DATA_DIR: others can read ${file}; only its owner may (chmod 600).`)
  const [newest, ...older] = parse(readFileSync(file, 'utf8'))
  if (!newest) throw new StartError(`DATA_DIR: ${file} holds no keys.`)
  return [newest, ...older]
}

function parse(text: string): Secret[] {
  try {
    const entries = JSON.parse(text) as { kid: string; key: string }[]
    return entries.map(({ kid, key }) => ({ kid, key: Buffer.from(key, 'base64url') }))
  } catch {
    return []
  }
}
