import { formatBytes, formatNumber } from './numbers'

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
