import { randomBytes } from 'node:crypto'
import { createEncryption } from './encryption'
import type { Secret } from './secrets'

const secret = (kid: string): Secret => ({ kid, key: randomBytes(32) })
const [first, second] = [secret('a.b'), secret('c')]

test('[TRUST-17, TRUST-36] what is encrypted is decrypted for its place, with the key that encrypted it, and nowhere else', () => {
  const encryption = createEncryption([first], 'tests')
  const text = encryption.encrypt('a grant', 'row 1')
  expect(text).not.toContain('grant')
  expect(encryption.encrypt('a grant', 'row 1')).not.toBe(text)
  expect(encryption.decrypt(text, 'row 1')).toBe('a grant')
  expect(createEncryption([second, first], 'tests').decrypt(text, 'row 1')).toBe('a grant')
  expect(encryption.decrypt(text, 'row 2')).toBeNull()
  expect(createEncryption([first], 'others').decrypt(text, 'row 1')).toBeNull()
  expect(createEncryption([second], 'tests').decrypt(text, 'row 1')).toBeNull()
  expect(createEncryption([{ ...second, kid: first.kid }], 'tests').decrypt(text, 'row 1')).toBeNull()
})

test('[TRUST-17] what has been altered, or is none, is not read', () => {
  const encryption = createEncryption([first], 'tests')
  const text = encryption.encrypt('a grant', 'row 1')
  for (let index = 0; index < text.length; index++) {
    const other = text[index] === 'A' ? 'B' : 'A'
    const altered = `${text.slice(0, index)}${other}${text.slice(index + 1)}`
    // The last letter of base64url may hold unused bits.
    if (Buffer.from(altered.split('.').at(-1) ?? '', 'base64url').equals(bytesOf(text)) && index > 20)
      continue
    expect([index, encryption.decrypt(altered, 'row 1')]).toEqual([index, null])
  }
  for (const other of ['', '.', '..', 'a.b.c', 'a.b..', `${text}.`, text.slice(0, -1)])
    expect([other, encryption.decrypt(other, 'row 1')]).toEqual([other, null])
})

const bytesOf = (text: string) => Buffer.from(text.split('.').at(-1) ?? '', 'base64url')

test('[TRUST-17] a text has one name for each key, which tells nothing of it', () => {
  const [name] = createEncryption([first], 'tests').lookupDigests('a grant')
  expect(createEncryption([second, first], 'tests').lookupDigests('a grant')[1]).toBe(name)
  expect(createEncryption([first], 'others').lookupDigests('a grant')).not.toContain(name)
  expect(name).toMatch(/^[\w-]{43}$/)
})
