import { formats } from './formats'

it.each([
  ' 12 3456789 ',
  '12\u20113456789',
  '12 – 345 67 89',
  '12\u22123456789',
  '\u202A12-3456789\u202C',
  'EIN: 12-3456789',
  'FEIN 123456789',
  '１２３４５６７８９',
])('[ORG-3, K21] %s is a tax ID of the United States', (text) => {
  expect(formats.taxId.kept(text)).toBe('12-3456789')
})

it.each([
  '123456789',
  '12-3456789',
  '123-45-6789',
  'DE123456789',
  '12-345678',
  '12-34567890',
  'n/a',
  '12/3456789',
  '',
])('[ORG-3, K21] %s is typed as it is meant, or another tax ID, and stays as it is', (text) => {
  expect(formats.taxId.fits(text)).toBe(true)
  expect(formats.taxId.kept(text)).toBe(text)
})

it.each([
  ['808123456', '808123456'],
  ['80-812-3456', '80-812-3456'],
  ['80 812 3456', '808123456'],
  ['D-U-N-S: 80\u2011812\u20113456', '808123456'],
  ['D-12', 'D-12'],
])('[ORG-3, K21] the DUNS number %s is kept as %s', (text, kept) => {
  expect(formats.duns.kept(text)).toBe(kept)
})
