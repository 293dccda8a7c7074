import {
  canBeHidden,
  leastShare,
  mattering,
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

  it('leave a fixed width as it is when an optional one is chosen, also on narrower screens', () => {
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
    expect(mattering(shown).map(({ key, share }) => [key, Math.round(share ?? 0)])).toEqual([
      ['name', 40],
      ['due', 40],
      ['actions', 0],
    ])
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
    expect(widths(mattering(fixed))).toEqual(left)
    expect(widths(shownColumns(fixed, { hidden: ['since'], shares: {} }))).toEqual(left)
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
