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

/** What columns leave that are not shown goes to the others, in proportion. */
const filling = <R>(shown: ShownColumn<R>[]): ShownColumn<R>[] => {
  // A column of no share takes what is left.
  if (shown.some(({ share }) => share === undefined)) return shown
  const sum = shown.reduce((total, { share = 0 }) => total + share, 0)
  return shown.map((column) => {
    const share = rounded(((column.share ?? 0) * 100) / sum)
    return { ...column, share, width: `${share}%` }
  })
}

/** The columns that somebody wants to see. */
export const shownColumns = <R>(columns: readonly Column<R>[], choice: ColumnChoice): ShownColumn<R>[] =>
  filling(
    columns
      .filter((column) => !canBeHidden(column) || !choice.hidden.includes(column.key))
      .map((column) => ({ ...column, share: ownShare(column, choice) })),
  )

/** Those of them that matter where there is no room for all. */
export const mattering = <R>(columns: readonly Column<R>[]): ShownColumn<R>[] =>
  filling(
    columns
      .filter(({ matters }) => matters !== 'wide')
      .map((column) => ({ ...column, share: ownShare(column, noChoice) })),
  )

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
