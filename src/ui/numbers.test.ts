import { formatNumber } from './numbers'

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
