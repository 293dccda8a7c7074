import fc from 'fast-check'
import { fold } from './fold'

test.each([
  ['ΟΔΟΣ', 'οδος'],
  ['STRASSE', 'Straße'],
  ['ẞ', 'ß'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['ＦＵＬＬ', 'full'],
  ['e\u0301clair', 'ÉCLAIR'],
  ['ﬁn', 'FIN'],
  ['two  \n lines', 'two lines'],
  ['\u{10400}', '\u{10428}'],
])('%s and %s are the same text', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('a part that ends in a sigma is found within a word', () => {
  expect(fold('ΟΔΟΣΗΜΑ')).toContain(fold('ΟΔΟΣ'))
})

const text = fc.string({ unit: 'grapheme', maxLength: 20 })

test('[API-2] folding twice changes nothing, and a part of a text is found in the whole', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      expect(fold(fold(part))).toBe(fold(part))
      expect(fold(before + part + after)).toContain(fold(part))
    }),
    { numRuns: 2_000 },
  )
})

test('[TRUST-25] a long row of accents is never put in order', () => {
  const normalize = jest.spyOn(String.prototype, 'normalize')
  expect(fold(`a${'\u0301\u0323'.repeat(1_000)}b`)).toBe('ab')
  expect(normalize.mock.contexts.map(String)).toEqual(['ab'])
  normalize.mockRestore()
})
