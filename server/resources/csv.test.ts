import fc from 'fast-check'
import { CsvFault, parseCsv } from './csv'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)
function faultOf(text: string): unknown {
  try {
    return parseCsv(text)
  } catch (error) {
    return error
  }
}

test.each([
  ['', []],
  ['a', [['a']]],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\r\nb\rc\n', [['a'], ['b'], ['c']]],
  ['\n\na\n\n', [['a']]],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"a,b"', [['a,b']]],
  ['"a ""b"""', [['a "b"']]],
  ['""', [['']]],
  ['"""a"', [['"a']]],
  ['"",a', [['', 'a']]],
  ['"two\r\nlines",b', [['two\r\nlines', 'b']]],
  [' a ,b', [[' a ', 'b']]],
])('[OPN-9] %j is read as RFC 4180 says', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

test.each([
  ['a\nb"c', 2, 'A value that holds quotes has to stand in quotes.'],
  ['"a"b', 1, 'Text follows a closing quote.'],
  ['"a" ""', 1, 'Text follows a closing quote.'],
  ['a\n"b\nc\n', 2, 'A quote is not closed.'],
  ['"two\nlines"\nb"', 3, 'A value that holds quotes has to stand in quotes.'],
])('[OPN-9] of %j line %i is named', (text, line, why) => {
  const fault = faultOf(text)
  expect(fault).toBeInstanceOf(CsvFault)
  expect(fault).toMatchObject({ line, message: why })
})

test.each([
  ['lines', '\n'.repeat(50_001)],
  ['cells', ','.repeat(50_001)],
])('[OPN-9, TRUST-24] a file of nothing but %s is not read to its end', (_what, text) => {
  expect(() => parseCsv(text)).toThrow('Holds too many values.')
  expect(parseCsv(text.slice(1))).toBeDefined()
})

test('[OPN-9] a record knows the line where it begins', () => {
  expect(parseCsv('a\n\n"b\nc"\nd').map(({ line }) => line)).toEqual([1, 3, 5])
})

test('[OPN-9] whatever is written with quotes is read again', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') })
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (records) => {
      const text = records.map((cells) => cells.map(quote).join(',')).join('\r\n')
      expect(cellsOf(text)).toEqual(records)
    }),
  )
})
