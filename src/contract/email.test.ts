import { isEmail, readEmail } from './email'
import { formats } from './formats'

it.each([
  ['jose@x.example', 'jose@x.example'],
  ['José <jose2@x.example>', 'jose2@x.example'],
  ['"Niño, José" <jose@x.example>', 'jose@x.example'],
  ['Niño, José <jose@x.example>;', 'jose@x.example'],
  ["'jose@x.example' <jose@x.example>", 'jose@x.example'],
  ['jose@x.example<mailto:jose@x.example>', 'jose@x.example'],
  ['<jose@x.example>', 'jose@x.example'],
  ['mailto:jose@x.example', 'jose@x.example'],
  ['MAILTO:jose%2Bgas@x.example?subject=Gas%20offer&cc=a@b.example', 'jose+gas@x.example'],
  ['jose@x.example;', 'jose@x.example'],
  [' jose@x.example , ', 'jose@x.example'],
  ['o\u2019neil@x.example', "o'neil@x.example"],
])('[K21] %s is the email %s', (text, email) => {
  expect(readEmail(text)).toBe(email)
  expect(formats.email.fits(text)).toBe(true)
  expect(formats.email.kept(text)).toBe(email)
  expect(readEmail(email)).toBe(email)
})

it.each([
  '',
  'José',
  'José <>',
  'José <jose at x.example>',
  'a@x.example; b@x.example',
  'a@x.example, José <b@x.example>',
  'José <a@x.example>, Ann <b@x.example>',
  'José; Ann <b@x.example>',
  'a@x.example <b@x.example>',
  'mailto:a@x.example,b@x.example',
  'mailto:%E0@x.example',
  'jane@x.example?subject=hi',
  'José <pαypal@bank.example>',
])('[K21, TRUST-42] %s is none, or more than one', (text) => {
  expect(readEmail(text)).toBeNull()
  expect(formats.email.fits(text)).toBe(false)
})

it('[TRUST-42] an address is one without a name', () => {
  expect(['jose@x.example', 'José <jose@x.example>'].map(isEmail)).toEqual([true, false])
})
