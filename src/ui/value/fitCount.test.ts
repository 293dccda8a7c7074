import { fitCount } from './fitCount'

const of = (...widths: number[]) => widths.map((width) => ({ width, lines: 1 }))

describe('what has room', () => {
  it.each([
    ['all, where they fit', of(40, 40, 40), 130, 1, 3],
    ['one, and the sign beside it', of(60, 60), 100, 1, 1],
    ['the sign beside two of three', of(40, 40, 90), 120, 1, 2],
    ['none but the sign', of(90, 90), 100, 1, 0],
    ['as many as two lines hold', of(60, 60, 60, 20), 100, 2, 2],
    ['the sign at the end of the second line', of(60, 60, 60), 100, 2, 2],
    ['nothing to show', of(), 100, 1, 0],
    ['one that takes both lines', [{ width: 100, lines: 2 }], 100, 2, 1],
    ['the sign rather than one that takes a line too many', [...of(60), { width: 100, lines: 2 }], 100, 2, 1],
  ])('[OPL-2] is %s', (_, boxes, width, lines, count) => {
    expect(fitCount({ boxes, width, lines, gap: 4, more: 28 })).toBe(count)
  })
})
