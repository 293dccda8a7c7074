import {
  canBeHidden,
  fitting,
  leastShare,
  noChoice,
  shownColumns,
  withEdgeMoved,
  withShare,
  withToggled,
} from './columnChoice'
import type { Column } from './columns'

const show = () => null
const columns: readonly Column<never>[] = [
  { key: 'name', title: 'Name', show, width: '40%', isName: true },
  { key: 'volume', title: 'Volume', show, width: '20%' },
  { key: 'due', title: 'Due', show, width: '40%' },
]
const widths = (shown: readonly Column<never>[]) => shown.map(({ key, width }) => [key, width])
const sum = (shares: Readonly<Record<string, number>>) =>
  Object.values(shares).reduce((total, share) => total + share, 0)

describe('the columns of a list', () => {
  it('are as declared until the user chooses', () => {
    expect(widths(shownColumns(columns, { hidden: [], shares: {} }))).toEqual([
      ['name', '40%'],
      ['volume', '20%'],
      ['due', '40%'],
    ])
  })

  it('leave their room to the others when they are hidden, except the one that names the row', () => {
    expect(columns.map(canBeHidden)).toEqual([false, true, true])
    const shown = shownColumns(columns, { hidden: ['name', 'volume', 'unknown'], shares: {} })
    expect(widths(shown)).toEqual([
      ['name', '50%'],
      ['due', '50%'],
    ])
  })

  it('are hidden until they are chosen where they are optional, and then take a share of the others', () => {
    const optional: Column<never> = { key: 'best', title: 'Best', show, width: '25%', isOptional: true }
    const all = [...columns, optional]
    expect(widths(shownColumns(all, noChoice))).toEqual(widths(columns))
    const chosen = { ...noChoice, ...withToggled(optional, noChoice) }
    expect(widths(shownColumns(all, chosen))).toEqual([
      ['name', '32%'],
      ['volume', '16%'],
      ['due', '32%'],
      ['best', '20%'],
    ])
    expect({ ...chosen, ...withToggled(optional, chosen) }).toEqual({ ...noChoice, shown: [] })
    expect(withToggled(columns[1] as Column<never>, noChoice)).toEqual({ hidden: ['volume'] })
  })

  it('leave a fixed width as it is when an optional one is chosen', () => {
    const fixed: readonly Column<never>[] = [
      { key: 'name', title: 'Name', show, width: '40%', isName: true },
      { key: 'best', title: 'Best', show, width: '40%', isOptional: true, matters: 'wide' },
      { key: 'due', title: 'Due', show, width: '40%' },
      { key: 'actions', title: 'Actions', show, width: '96px', isActions: true },
    ]
    const whole = [
      ['name', '40%'],
      ['due', '40%'],
      ['actions', '96px'],
    ]
    expect(widths(shownColumns(fixed, noChoice))).toEqual(whole)
    const shown = shownColumns(fixed, { ...noChoice, shown: ['best'] })
    expect(shown.map(({ share }) => share)).toEqual([26.67, 26.67, 26.67, undefined])
  })

  it('keep a fixed width, and one that takes what is left', () => {
    const mixed: readonly Column<never>[] = [
      { key: 'name', title: 'Name', show, width: '30%' },
      { key: 'text', title: 'Text', show },
      { key: 'actions', title: 'Actions', show, width: '96px', isActions: true },
    ]
    const shown = shownColumns(mixed, { hidden: ['actions'], shares: {} })
    expect(widths(shown)).toEqual([
      ['name', '30%'],
      ['text', undefined],
      ['actions', '96px'],
    ])
  })

  it('leave their room to other shares, not to a fixed width', () => {
    const fixed: readonly Column<never>[] = [
      { key: 'name', title: 'Name', show, width: '20%', isName: true },
      { key: 'email', title: 'Email', show, width: '30%' },
      { key: 'since', title: 'Since', show, width: '50%', matters: 'wide' },
      { key: 'actions', title: 'Actions', show, width: '96px', isActions: true },
    ]
    const left = [
      ['name', '40%'],
      ['email', '60%'],
      ['actions', '96px'],
    ]
    expect(widths(shownColumns(fixed, { hidden: ['since'], shares: {} }))).toEqual(left)
  })

  describe('in a table of some width', () => {
    const dates: readonly Column<never>[] = [
      { key: 'name', title: 'Name', show, width: '40%', isName: true, least: 140 },
      { key: 'number', title: 'Number', show, width: '20%', least: 110 },
      { key: 'created', title: 'Created', show, width: '20%', least: 144, matters: 'wide' },
      { key: 'status', title: 'Status', show, width: '20%' },
      { key: 'actions', title: 'Actions', show, width: '68px', isActions: true },
    ]
    const laidOut = (whole: number, canHide = true) => {
      const { columns: shown, widths: given } = fitting(dates, whole, whole, canHide)
      return shown.map(({ key }) => [key, Math.round((Number.parseFloat(given[key] ?? '0') * whole) / 100)])
    }

    it('[LIST-4] take their shares where none is cut by them', () => {
      expect(laidOut(1068)).toEqual([
        ...[
          ['name', 400],
          ['number', 200],
          ['created', 200],
          ['status', 200],
        ],
        ['actions', 0],
      ])
    })

    it('[LIST-4] are never narrower than a date, an identifier and the longest word of their heads', () => {
      // 'Status' and what stands beside it.
      expect(laidOut(640)).toEqual([
        ...[
          ['name', 212],
          ['number', 110],
          ['created', 144],
          ['status', 106],
        ],
        ['actions', 0],
      ])
      expect(laidOut(560).find(([key]) => key === 'status')?.[1]).toBeGreaterThanOrEqual(89)
    })

    it('[LIST-4] are hidden where there is no room, the less important first, never the name', () => {
      expect(laidOut(500).map(([key]) => key)).toEqual(['name', 'number', 'status', 'actions'])
      expect(laidOut(350).map(([key]) => key)).toEqual(['name', 'number', 'actions'])
      expect(laidOut(120).map(([key]) => key)).toEqual(['name', 'actions'])
    })

    it('[LIST-4] leave no room unused where one that takes the rest is hidden', () => {
      const rest = dates.map(({ width, ...column }) =>
        column.key === 'created' || width === undefined ? column : { ...column, width },
      )
      const { widths: given } = fitting(rest, 500, 500)
      expect(Object.values(given).reduce((sum, each) => sum + Number.parseFloat(each), 0)).toBeCloseTo(
        86.4,
        1,
      )
    })

    it('[LIST-4] are as declared before the table is laid out, and all of them where it scrolls', () => {
      expect(fitting(dates, 0, 0)).toEqual({ columns: dates, widths: {} })
      expect(laidOut(300, false)).toHaveLength(5)
    })
  })

  it('give to each other what an edge between them is moved by, down to the least', () => {
    const shown = shownColumns(columns, { hidden: [], shares: {} })
    expect(withEdgeMoved(shown, 'name', 10)).toEqual({ name: 50, volume: 10, due: 40 })
    expect(withEdgeMoved(shown, 'name', 99)).toEqual({ name: 55, volume: leastShare, due: 40 })
    expect(withEdgeMoved(shown, 'volume', -99)).toEqual({ name: 40, volume: leastShare, due: 55 })
    expect(withEdgeMoved(shown, 'due', 5)).toEqual({ name: 40, volume: 20, due: 40 })
  })

  it('share in proportion what one column leaves or takes', () => {
    const shown = shownColumns(columns, { hidden: [], shares: {} })
    const shares = withShare(shown, 'volume', 60)
    expect(shares).toEqual({ name: 20, volume: 60, due: 20 })
    expect(sum(withShare(shown, 'name', 33))).toBeCloseTo(100, 1)
  })
})
