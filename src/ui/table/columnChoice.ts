import type { ColumnChoice } from '../../store/preferences'
import type { Column } from './columns'

/** The defaults without a choice. */
export const noChoice: ColumnChoice = { hidden: [], shares: {} }

/** Minimum share, which leaves space for the title and the drag handle. Percent of the table. */
export const leastShare = 5

/** A visible column with its computed width. */
export interface ShownColumn<R> extends Column<R> {
  /** Percent of the table; undefined where the width is not a share. */
  share: number | undefined
}

export const canBeHidden = ({ isName, isActions }: Column<never>): boolean => !isName && !isActions

const isShown = (column: Column<never>, { hidden, shown = [] }: ColumnChoice): boolean =>
  !canBeHidden(column) || (column.isOptional ? shown.includes(column.key) : !hidden.includes(column.key))

const rounded = (share: number) => Math.round(share * 100) / 100

const ownShare = ({ key, width }: Column<never>, { shares }: ColumnChoice): number | undefined => {
  const first = width?.endsWith('%') ? Number.parseFloat(width) : undefined
  return shares[key] ?? first
}

const sumOf = (columns: readonly ShownColumn<never>[]) =>
  columns.reduce((total, { share = 0 }) => total + share, 0)

/**
 * Distributes the shares of hidden columns among the others, in proportion.
 * @param columns those that fill the table by their own shares
 */
const filling = <R>(columns: readonly ShownColumn<R>[], shown: ShownColumn<R>[]): ShownColumn<R>[] => {
  // A column without a width takes the rest.
  if (shown.some(({ share, width }) => share === undefined && width === undefined)) return shown
  // A fixed column takes its width besides all shares.
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

/** The visible columns by the user's choice. */
export const shownColumns = <R>(columns: readonly Column<R>[], choice: ColumnChoice): ShownColumn<R>[] => {
  const all = withShares(columns, choice)
  return filling(
    all.filter(({ isOptional }) => !isOptional),
    all.filter((column) => isShown(column, choice)),
  )
}

/** Shows a hidden column, or hides a shown one. */
export const withToggled = (
  { key, isOptional }: Column<never>,
  choice: ColumnChoice,
): Partial<ColumnChoice> => {
  const name = isOptional ? 'shown' : 'hidden'
  const keys = choice[name] ?? []
  return { [name]: keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key] }
}

/** In a head, by the letter and beside its longest word: the widest of the usual system fonts, and the sort icon. */
const head = { letter: 8.6, beside: 38 }

/** A width in CSS pixels below which the column's head or content would be cut inside a word, a date or a number. */
const leastWidth = ({ title, least = 0 }: Column<never>): number =>
  Math.max(least, head.beside + head.letter * Math.max(...title.split(/[\s-]/).map(({ length }) => length)))

/** The CSS pixels of a column that takes no share of the table. */
const fixedWidth = ({ width }: Column<never>): number | undefined =>
  width === undefined || width.endsWith('%') ? undefined : Number.parseFloat(width) || 100

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The CSS pixels that columns take at least. */
export const leastTotal = (columns: readonly Column<never>[]): number =>
  total(columns.map((column) => fixedWidth(column) ?? leastWidth(column)))

/** Widths in proportion to the shares, none below its least. */
const distributed = (room: number, shares: readonly number[], least: readonly number[]): number[] => {
  const isRaised = shares.map(() => false)
  for (;;) {
    const left = room - total(least.filter((_, index) => isRaised[index]))
    const factor = left / total(shares.filter((_, index) => !isRaised[index]))
    const widths = shares.map((share, index) => (isRaised[index] ? (least[index] ?? 0) : share * factor))
    const narrow = widths.findIndex((width, index) => !isRaised[index] && width < (least[index] ?? 0))
    if (narrow === -1) return widths
    isRaised[narrow] = true
  }
}

/** The columns that fit into a table, and the widths of those that have no fixed one, by their keys. */
export interface FittingColumns<R> {
  columns: readonly Column<R>[]
  widths: Readonly<Record<string, string>>
}

/**
 * Hides columns, the less important ones first, until no other is narrower than its content allows.
 * @param room CSS pixels of the table without its checkboxes; 0 before it is laid out
 * @param whole CSS pixels of the table
 * @param canHide whether columns may be hidden; the others get at least their share of the room
 */
export const fitting = <R>(
  given: readonly Column<R>[],
  room: number,
  whole: number,
  canHide = true,
): FittingColumns<R> => {
  if (room <= 0) return { columns: given, widths: {} }
  const columns = [...given]
  for (;;) {
    const sharing = columns.filter((column) => fixedWidth(column) === undefined)
    const left = room - total(columns.map((column) => fixedWidth(column) ?? 0))
    const least = sharing.map(leastWidth)
    const hidden =
      canHide && total(least) > left
        ? (columns.findLast((column) => column.matters === 'wide' && canBeHidden(column)) ??
          columns.findLast(canBeHidden))
        : undefined
    if (hidden) columns.splice(columns.indexOf(hidden), 1)
    else {
      const own = sharing.map((column) => ownShare(column, noChoice))
      // One without a width takes what the others leave.
      const rest = Math.max(leastShare, 100 - total(own.map((share = 0) => share)))
      const shares = own.map((share) => share ?? rest / own.filter((one) => one === undefined).length)
      const fits = total(least) <= left
      const widths = distributed(left, shares, fits ? least : [])
      return {
        columns,
        widths: Object.fromEntries(
          sharing.map(({ key }, index) => [key, `${rounded(((widths[index] ?? 0) / whole) * 100)}%`]),
        ),
      }
    }
  }
}

const sharesOf = (columns: readonly ShownColumn<never>[]) =>
  Object.fromEntries(
    columns.flatMap(({ key, share }): [string, number][] => (share === undefined ? [] : [[key, share]])),
  )

/** Moves the edge between a column and the next one by percent of the table. */
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

/** Sets one column's share; the others share the rest in proportion. */
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
