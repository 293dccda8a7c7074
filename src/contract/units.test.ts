import { contract } from '.'
import { unitFieldsOf } from './quantities'
import { convertRate, convertVolume } from './units'

it.each([
  [83_180, 831_800],
  [5_000, 50_000],
  [0.1, 1],
  [67.2, 672],
  [0.7, 7],
  [123_456_789.012345, 1_234_567_890.12345],
  [0.000001, 0.00001],
  [999_999_999_999_999, 9_999_999_999_999_990],
  [0, 0],
])('[K2] %d dth are %d th, and back', (dth, th) => {
  expect(convertVolume(dth, 'dth', 'th')).toBe(th)
  expect(convertVolume(th, 'th', 'dth')).toBe(dth)
  expect(convertVolume(dth, 'dth', 'dth')).toBe(dth)
})

it.each([
  [0.1325, 0.01325],
  [0.07, 0.007],
  [1.1, 0.11],
  [-0.3, -0.03],
])('[K2] %d USD a dth are %d USD a th, and back', (dth, th) => {
  expect(convertRate(dth, 'dth', 'th')).toBe(th)
  expect(convertRate(th, 'th', 'dth')).toBe(dth)
})

test('[UNIT-2, K2] every unit of a record is known to what converts its numbers', () => {
  // The unit that new quotes of a supplier begin with: its record has no numbers in it.
  const defaults = ['suppliers.price_unit']
  const lacking = Object.values(contract).flatMap(({ name, fields }) =>
    Object.keys(fields).flatMap((field) =>
      /^(?:price|fee|volume)_unit$/.test(field) && !unitFieldsOf(name).includes(field)
        ? [`${name}.${field}`]
        : [],
    ),
  )
  expect(lacking).toEqual(defaults)
})
