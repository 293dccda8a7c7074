/** Encryption of secrets in the database, with a key derived from the installation's. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret, Secrets } from './secrets'

const cipher = 'aes-256-gcm'
const keyLength = 32
/** Bytes, as for AES-GCM (NIST SP 800-38D, 8.2). */
const nonceLength = 12
const markLength = 16

export interface Encryption {
  /**
   * Encrypts a text for one place, such as a column of one row.
   * @param place needed for decryption: a text moved elsewhere cannot be read.
   */
  encrypt(text: string, place: string): string
  /** Decrypts a text; null if no key of the installation has encrypted it for this place. */
  decrypt(sealed: string, place: string): string | null
  /** HMAC digests for looking up a text in plain-text indexes: one for each key, that of the newest first. */
  lookupDigests(text: string): [string, ...string[]]
}

/**
 * Encrypts with AES-256-GCM and the newest key of the installation; texts encrypted with older keys can still be read.
 * @param purpose separates keys: a text encrypted for one purpose cannot be read for another.
 */
export function createEncryption(secrets: Secrets, purpose: string): Encryption {
  const derived = (use: string, { key }: Secret) =>
    Buffer.from(hkdfSync('sha256', key, '', `citygate ${purpose}: ${use}`, keyLength))
  const sealing = new Map(secrets.map((secret) => [secret.kid, derived('sealing', secret)]))
  const [newest, ...older] = secrets
  const nameBy = (secret: Secret) => {
    const key = derived('names', secret)
    return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  }
  const [nameByNewest, ...nameByOlder] = [nameBy(newest), ...older.map(nameBy)]
  return {
    encrypt: (text, place) => {
      const nonce = randomBytes(nonceLength)
      const by = createCipheriv(cipher, derived('sealing', newest), nonce, { authTagLength: markLength })
      by.setAAD(Buffer.from(place))
      const content = Buffer.concat([by.update(text, 'utf8'), by.final(), by.getAuthTag()])
      return [newest.kid, nonce.toString('base64url'), content.toString('base64url')].join('.')
    },
    decrypt: (sealed, place) => {
      const [content = '', nonce = '', ...kid] = sealed.split('.').reverse()
      const key = sealing.get(kid.reverse().join('.'))
      const bytes = Buffer.from(content, 'base64url')
      if (!key || bytes.length < markLength) return null
      try {
        const by = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64url'), {
          authTagLength: markLength,
        })
        by.setAAD(Buffer.from(place))
        by.setAuthTag(bytes.subarray(-markLength))
        return Buffer.concat([by.update(bytes.subarray(0, -markLength)), by.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    lookupDigests: (text) => [nameByNewest(text), ...nameByOlder.map((name) => name(text))],
  }
}
