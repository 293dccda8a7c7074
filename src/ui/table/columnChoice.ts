import type { ColumnChoice } from '../../store/preferences'
import type { Column } from './columns'

/** As somebody finds them who has chosen nothing. */
export const noChoice: ColumnChoice = { hidden: [], shares: {} }

/** No column becomes narrower: its title and the grip of its edge keep their room. Percent of the table. */
export const leastShare = 5

/** A column as it is shown, its width worked out. */
export interface ShownColumn<R> extends Column<R> {
  /** Percent of the table; undefined where its width is not a share of it. */
  share: number | undefined
}

export const canBeHidden = ({ isName, isActions }: Column<never>): boolean => !isName && !isActions

const rounded = (share: number) => Math.round(share * 100) / 100

const ownShare = ({ key, width }: Column<never>, { shares }: ColumnChoice): number | undefined => {
  const first = width?.endsWith('%') ? Number.parseFloat(width) : undefined
  return shares[key] ?? first
}

const sumOf = (columns: readonly ShownColumn<never>[]) =>
  columns.reduce((total, { share = 0 }) => total + share, 0)

/** What columns leave that are not shown goes to the others, in proportion. */
const filling = <R>(columns: readonly ShownColumn<R>[], shown: ShownColumn<R>[]): ShownColumn<R>[] => {
  // A column of no width takes what is left.
  if (shown.some(({ share, width }) => share === undefined && width === undefined)) return shown
  // One of a fixed width has its room beside all shares together.
  const whole = shown.some(({ share }) => share === undefined) ? sumOf(columns) : 100
  const factor = whole / sumOf(shown)
  return shown.map((column) => {
    if (column.share === undefined) return column
    const share = rounded(column.share * factor)
    return { ...column, share, width: `${share}%` }
  })
}

const withShares = <R>(columns: readonly Column<R>[], choice: ColumnChoice): ShownColumn<R>[] =>
  columns.map((column) => ({ ...column, share: ownShare(column, choice) }))

/** The columns that somebody wants to see. */
export const shownColumns = <R>(columns: readonly Column<R>[], choice: ColumnChoice): ShownColumn<R>[] => {
  const all = withShares(columns, choice)
  return filling(
    all,
    all.filter((column) => !canBeHidden(column) || !choice.hidden.includes(column.key)),
  )
}

/** Those of them that matter where there is no room for all. */
export const mattering = <R>(columns: readonly Column<R>[]): ShownColumn<R>[] => {
  const all = withShares(columns, noChoice)
  return filling(
    all,
    all.filter(({ matters }) => matters !== 'wide'),
  )
}

const sharesOf = (columns: readonly ShownColumn<never>[]) =>
  Object.fromEntries(
    columns.flatMap(({ key, share }): [string, number][] => (share === undefined ? [] : [[key, share]])),
  )

/** Moves the edge between a column and the next one by so many percent of the table. */
export const withEdgeMoved = (
  columns: readonly ShownColumn<never>[],
  key: string,
  by: number,
): Record<string, number> => {
  const at = columns.findIndex((column) => column.key === key)
  const [left, right] = [columns[at], columns[at + 1]]
  if (left?.share === undefined || right?.share === undefined) return sharesOf(columns)
  const moved = Math.min(Math.max(by, leastShare - left.share), right.share - leastShare)
  return {
    ...sharesOf(columns),
    [left.key]: rounded(left.share + moved),
    [right.key]: rounded(right.share - moved),
  }
}

/** Gives one column a share; the others share the rest as before. */
export const withShare = (
  columns: readonly ShownColumn<never>[],
  key: string,
  share: number,
): Record<string, number> => {
  const shares = sharesOf(columns)
  const others = 100 - (shares[key] ?? 0)
  return Object.fromEntries(
    Object.entries(shares).map(([other, old]) => [
      other,
      other === key ? share : rounded((old * (100 - share)) / others),
    ]),
  )
}
