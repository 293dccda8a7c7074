import { rankOptions } from './rankOptions'

const states = [
  { value: 1, label: 'AR', names: ['Arkansas', 'AR'] },
  { value: 2, label: 'IL', names: ['Illinois', 'IL'] },
  { value: 3, label: 'IN', names: ['Indiana', 'IN'] },
  { value: 4, label: 'KS', names: ['Kansas', 'KS'] },
  { value: 5, label: 'ME', names: ['Maine', 'ME'] },
]

it.each([
  ['', ['AR', 'IL', 'IN', 'KS', 'ME']],
  ['in', ['IN', 'IL', 'ME']],
  ['Kansas', ['KS', 'AR']],
  [' me ', ['ME']],
  ['x', []],
])('[SHELL-8] a list that is narrowed by “%s” begins with what is called so', (text, codes) => {
  expect(rankOptions(states, text).map(({ label }) => label)).toEqual(codes)
})

const firms = [
  { value: 1, label: '3M – East' },
  { value: 2, label: 'O’Neil & Søns' },
  { value: 3, label: 'Erie Gas 98-1785079' },
]
it.each([
  ['3M - East', ['3M – East']],
  ["o'neil", ['O’Neil & Søns']],
  ['sons oneil', []],
  ["sons o'n", ['O’Neil & Søns']],
  ['gas, erie', ['Erie Gas 98-1785079']],
  ['981785079', ['Erie Gas 98-1785079']],
])('[K3] a list that is narrowed by “%s” is searched as the server searches', (text, labels) => {
  expect(rankOptions(firms, text).map(({ label }) => label)).toEqual(labels)
})
