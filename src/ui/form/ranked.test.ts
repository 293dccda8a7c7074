import { ranked } from './ranked'

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
  expect(ranked(states, text).map(({ label }) => label)).toEqual(codes)
})
