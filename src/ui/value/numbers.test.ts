import fc from 'fast-check'
import { formatBytes, formatMoney, formatNumber, formatShort, readNumber, whyUnread } from './numbers'

it.each([
  [0, '0'],
  [1234567.5, '1,234,567.5'],
  [0.0125, '0.0125'],
  [0.1 + 0.2, '0.3'],
  [123456789012345, '123,456,789,012,345'],
  [12345678.9012345, '12,345,678.9012345'],
  [-1500, '-1,500'],
])('shows %d as %s', (value, shown) => {
  expect(formatNumber(value)).toBe(shown)
})

it.each([
  [0.1, '0.10'],
  [0.00575, '0.00575'],
  [0.1 + 0.2, '0.30'],
  [1_234_567.125, '1,234,567.125'],
  [5_000_000, '5,000,000.00'],
])('shows %d of money as %s', (value, shown) => {
  expect(formatMoney(value)).toBe(shown)
})

it.each([
  [999_999, '999,999'],
  [1234.5, '1,234.5'],
  [1_234_567, '1.235M'],
  [12_345.678, '12.35K'],
  [987_654_321_000, '987.7B'],
])('shows %d in little room as %s', (value, shown) => {
  expect(formatShort(value)).toBe(shown)
})

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_480, '12.5 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [4_999_999, '5 MB'],
  [1_234_500_000, '1,234.5 MB'],
])('shows %d bytes as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})

describe('reading a number', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['-0', 0],
    ['0.05', 0.05],
    ['.05', 0.05],
    ['5.', 5],
    ['1.50', 1.5],
    ['1.234', 1.234],
    ['1,234', 1234],
    ['1,234.5', 1234.5],
    ['12,345,678.90', 12345678.9],
    ['12 000', 12000],
    ['12\u00a0345\u00a0678', 12345678],
    ['12\u202f345', 12345],
    ['1\u2009234.5', 1234.5],
    ['$1,234.50', 1234.5],
    [' $ 12 ', 12],
    ['USD 12', 12],
    ['12 usd', 12],
    ['-3', -3],
    ['\u22123', -3],
    ['-$5', -5],
    ['$-5', -5],
    ['(1,234.00)', -1234],
    ['($12)', -12],
    ['+7', 7],
    ['123456789012345', 123456789012345],
    ['0.000123456789012345', 0.000123456789012345],
    ['1.0000000000000000000', 1],
    ['999999999999999', 999_999_999_999_999],
  ])('[OPE-3] takes %j as %d', (text, value) => {
    expect(readNumber(text)).toBe(value)
  })

  const separators =
    'Write decimals with a point, as in 0.05; commas and spaces only separate thousands, as in 1,234.5.'
  it.each([
    ['0,05', separators],
    ['1,5', separators],
    ['12,34', separators],
    ['0,123', separators],
    ['1.234,56', separators],
    ['1.234.567', separators],
    ['12,345,67', separators],
    ['1234,567', separators],
    ['1,234 567', separators],
    ['1 5', separators],
    [',5', separators],
    ['1,,234', separators],
    ['1,234,', 'Enter a number.'],
    ['$0,05', separators],
    ['5$5', 'Enter a number.'],
    ['12\t34', 'Enter a number.'],
    ['12\n345', 'Enter a number.'],
    ['(12', 'Enter a number.'],
    ['-(12)', 'Enter a number.'],
    ['--1', 'Enter a number.'],
    ['1e5', 'Enter a number.'],
    ['0x10', 'Enter a number.'],
    ['Infinity', 'Enter a number.'],
    ['12 apples', 'Enter a number.'],
    ['.', 'Enter a number.'],
    ['9'.repeat(10_000), 'Enter a number.'],
    ['1234567890123456', 'At most 15 digits.'],
    ['100000000000000000000', 'At most 15 digits.'],
    [`1${'0'.repeat(308)}`, 'At most 15 digits.'],
    ['0.1234567890123456', 'At most 15 digits.'],
  ])('[OPE-3] keeps %j as it is: %s', (text, why) => {
    expect(readNumber(text)).toBe(text)
    expect(whyUnread(text)).toBe(why)
  })

  it('[OPE-3] takes what it shows', () => {
    const kept = fc.double({ noNaN: true, noDefaultInfinity: true, min: -9e14, max: 9e14 }).map((value) => {
      const rounded = Number(value.toPrecision(15))
      return Math.abs(rounded) < 1e-15 ? 0 : rounded
    })
    fc.assert(fc.property(kept, (value) => expect(readNumber(formatNumber(value))).toBe(value)))
  })
})

test('[K8] numbers are read without invisible characters', () => {
  for (const mark of [
    '\u200B',
    '\u200E',
    '\u200F',
    '\uFEFF',
    '\u00AD',
    '\u202A',
    '\u202E',
    '\u2060',
    '\u2066',
  ]) {
    expect(readNumber(`${mark}1,2${mark}00.5${mark}`)).toBe(1200.5)
    expect(readNumber(` ${mark} `)).toBeNull()
  }
})
