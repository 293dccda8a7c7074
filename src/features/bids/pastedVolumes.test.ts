import fc from 'fast-check'
import { formatNumber } from '../../ui/value/numbers'
import { pastedVolumes } from './pastedVolumes'
import { asMonths, months } from '../../records/bids/volumes'

const twelve = Array.from({ length: 12 }, (_, index) => (index + 1) * 100)
const all = asMonths(twelve)

describe('pasting from a spreadsheet', () => {
  it.each([
    ['a row', twelve.join('\t')],
    ['a column', twelve.join('\n')],
    ['a column that ends a line, as Windows does', `${twelve.join('\r\n')}\r\n`],
    ['separators and dollars', twelve.map((volume) => ` $${formatNumber(volume)}.00 `).join('\t')],
    [
      'a column beside the names of its months',
      months.map(({ name }, index) => `${name}\t${(index + 1) * 100}`).join('\n'),
    ],
    [
      'a row below short names',
      `${months.map(({ name }) => `${name.slice(0, 3)}.`).join('\t')}\n${twelve.join('\t')}`,
    ],
  ])('takes %s', (_kind, text) => {
    expect(pastedVolumes(text, 0)).toEqual({ volumes: all, report: 'Filled 12 of 12 cells.' })
  })

  it('leaves one value to the field itself', () => {
    expect(pastedVolumes('1,200', 0)).toBeNull()
    expect(pastedVolumes('1,200\n', 3)).toBeNull()
    expect(pastedVolumes('', 3)).toBeNull()
  })

  it('fills from the given month on, and tells what did not fit', () => {
    expect(pastedVolumes('1\t2\t3', 10)).toEqual({
      volumes: { november_volume: 1, december_volume: 2 },
      report: 'Filled 2 of 3 cells. December is the last month: 1 did not fit.',
    })
  })

  it('empties a month for an empty cell, and leaves it for one that is no number', () => {
    expect(pastedVolumes('1\t\tn/a\t4', 0)).toEqual({
      volumes: { january_volume: 1, february_volume: null, april_volume: 4 },
      report: 'Filled 3 of 4 cells. No number for March (n/a).',
    })
  })

  it('[BID-2] names the cells that could be read in two ways, and says how to write them', () => {
    expect(pastedVolumes('1,000\t0,05\t1.234,5\t(12)', 0)).toEqual({
      volumes: { january_volume: 1000, april_volume: -12 },
      report:
        'Filled 2 of 4 cells. No number for February (0,05), March (1.234,5). ' +
        'Write decimals with a point, as in 0.05; commas and spaces only separate thousands, as in 1,234.5.',
    })
  })

  it('takes whatever twelve volumes a spreadsheet shows', () => {
    const shown = fc.array(
      fc.integer({ min: 0, max: 1_000_000_000 }).map((volume) => volume / 100),
      {
        minLength: 12,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(shown, fc.constantFrom('\t', '\n', '\r\n'), (volumes, between) => {
        const text = volumes.map(formatNumber).join(between)
        expect(pastedVolumes(text, 0)?.volumes).toEqual(asMonths(volumes))
      }),
    )
  })
})
