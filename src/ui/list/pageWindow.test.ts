import { pageWindow } from './pageWindow'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 30, [1, 2, 'gap', 30]],
  [3, 30, [1, 2, 3, 4, 'gap', 30]],
  [4, 30, [1, 2, 3, 4, 5, 'gap', 30]],
  [15, 30, [1, 'gap', 14, 15, 16, 'gap', 30]],
  [28, 30, [1, 'gap', 27, 28, 29, 30]],
  [30, 30, [1, 'gap', 29, 30]],
])('offers around page %d of %d: %j', (page, last, steps) => {
  expect(pageWindow(page, last)).toEqual(steps)
})
