import { commonPasswords, commonWords } from './commonPasswords'
import { passwordFault } from './passwordRules'

const owner = { username: 'Robin.Tavares', email: 'pipeline@citygate.example' }
const tooCommon = 'This password is too common. Choose another one.'
const namesOwner = 'Leave out the username, the email and the name of this application.'

test.each([
  ['fourteen chars', 'At least 15 characters.'],
  ['🔥🔥🔥🔥🔥🔥🔥🔥', 'At least 15 characters.'],
  [' fifteen letters', 'Leave out spaces at the beginning and at the end.'],
  ['fifteen letters\t', 'Leave out spaces at the beginning and at the end.'],
  ['Correct Horse Battery Staple!', tooCommon],
  ['PASSWORD12345678', tooCommon],
  ['passwordpassword', tooCommon],
  ['password1234567', tooCommon],
  ['Welcome!20262027', tooCommon],
  ['20262027 Whatever', tooCommon],
  ['aaaaaaaaaaaaaaaaaaaa', tooCommon],
  ['!!!!!!!!!!!!!!!', tooCommon],
  ['abc abc abc abc abc', tooCommon],
  ['123456789012345', tooCommon],
  ['543210987654321', tooCommon],
  ['1234567891234567', tooCommon],
  ['qwertyuiopasdfgh', tooCommon],
  ['zyxwvutsrqponmlk', tooCommon],
  ['robin tavares sings', namesOwner],
  ['my own pipeline is blue', namesOwner],
  ['at the City-Gate it is cold', namesOwner],
])('[TRUST-16] "%s" is refused as a password', (password, why) => {
  expect(passwordFault(password, owner)).toBe(why)
})

test.each([
  'fifteen letters',
  'seven small lanterns on a hill',
  'no capital and no digit',
  'password for 1234567',
  'post 482917305664',
  '🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🌊',
  'Ünïcödé Größe Ärger',
])('[TRUST-16] "%s" is accepted: nothing asks what a password is made of', (password) => {
  expect(passwordFault(password, owner)).toBeNull()
})

test('[TRUST-16] a short name may occur in a password', () => {
  expect(passwordFault('seven small lanterns', { username: 'lan', email: null })).toBeNull()
  expect(passwordFault('seven small lanterns', { username: 'lant', email: null })).toBe(namesOwner)
})

test('[TRUST-16] every entry of the list is long enough to matter, and written as it is compared', () => {
  const odd = [...commonPasswords].filter((entry) => !/^[a-z\d]{15,}$/.test(entry))
  expect(odd).toEqual([])
  expect([...commonWords].filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
})
