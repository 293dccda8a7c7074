import { enumerated } from './enumerated'

it.each([
  [[], ''],
  [[[0, 'bid']], ''],
  [
    [
      [1, 'bid'],
      [0, 'note'],
    ],
    '1 bid',
  ],
  [
    [
      [3, 'bid'],
      [1, 'note'],
      [2, 'file'],
    ],
    '3 bids, 1 note, and 2 files',
  ],
  [[[2, 'address', 'addresses']], '2 addresses'],
] as const)('[OPD-11] counts what there is of %j', (counts, text) => {
  expect(enumerated(counts)).toBe(text)
})
