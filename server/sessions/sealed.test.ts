import { randomBytes } from 'node:crypto'
import { createSealed } from './sealed'
import type { Secret } from './secrets'

const secret = (kid: string): Secret => ({ kid, key: randomBytes(32) })
const [first, second] = [secret('a.b'), secret('c')]

test('[TRUST-17, TRUST-36] what is sealed is read at its place, with the key that sealed it, and nowhere else', () => {
  const sealed = createSealed([first], 'tests')
  const text = sealed.seal('a grant', 'row 1')
  expect(text).not.toContain('grant')
  expect(sealed.seal('a grant', 'row 1')).not.toBe(text)
  expect(sealed.open(text, 'row 1')).toBe('a grant')
  expect(createSealed([second, first], 'tests').open(text, 'row 1')).toBe('a grant')
  expect(sealed.open(text, 'row 2')).toBeNull()
  expect(createSealed([first], 'others').open(text, 'row 1')).toBeNull()
  expect(createSealed([second], 'tests').open(text, 'row 1')).toBeNull()
  expect(createSealed([{ ...second, kid: first.kid }], 'tests').open(text, 'row 1')).toBeNull()
})

test('[TRUST-17] what has been altered, or is none, is not read', () => {
  const sealed = createSealed([first], 'tests')
  const text = sealed.seal('a grant', 'row 1')
  for (let index = 0; index < text.length; index++) {
    const other = text[index] === 'A' ? 'B' : 'A'
    const altered = `${text.slice(0, index)}${other}${text.slice(index + 1)}`
    // The last letter of base64url may hold bits that count for nothing.
    if (Buffer.from(altered.split('.').at(-1) ?? '', 'base64url').equals(bytesOf(text)) && index > 20)
      continue
    expect([index, sealed.open(altered, 'row 1')]).toEqual([index, null])
  }
  for (const other of ['', '.', '..', 'a.b.c', 'a.b..', `${text}.`, text.slice(0, -1)])
    expect([other, sealed.open(other, 'row 1')]).toEqual([other, null])
})

const bytesOf = (text: string) => Buffer.from(text.split('.').at(-1) ?? '', 'base64url')

test('[TRUST-17] a text has one name for each key, which tells nothing of it', () => {
  const [name] = createSealed([first], 'tests').names('a grant')
  expect(createSealed([second, first], 'tests').names('a grant')[1]).toBe(name)
  expect(createSealed([first], 'others').names('a grant')).not.toContain(name)
  expect(name).toMatch(/^[\w-]{43}$/)
})
