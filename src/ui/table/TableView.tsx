import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import { memo, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { useIsMedium } from '../hooks/useMediaQuery'
import { mattering } from './columnChoice'
import { ColumnEdge } from './ColumnEdge'
import type { Column } from './columns'
import { HiddenColumns } from './HiddenColumns'
import type { ListControl } from '../list/useListState'
import './table-view.css'

interface TableViewProps<R> {
  /** What the table holds, for screen readers. */
  label: string
  columns: readonly Column<R>[]
  /** Undefined before the first answer: bars stand in for rows. */
  rows: readonly R[] | undefined
  idOf: (row: R) => number
  /** Without one the rows keep the order in which they are given. */
  list?: ListControl | undefined
  /** Where given, the edges between columns can be moved, by so many percent of the table. */
  moveEdge?: ((key: string, by: number) => void) | undefined
  /** How many rows are on their way; a page of the list, unless something else is said. */
  expected?: number | undefined
}

type Direction = 'ascending' | 'descending' | undefined

const directionOf = (sort: string, key: string): Direction => {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

interface SortButtonProps {
  title: string
  direction: Direction
  sort: () => void
}

const SortButton = ({ title, direction, sort }: SortButtonProps) => (
  <button type="button" className="sort-button" onClick={sort}>
    {title}
    <span className="sort-signs" aria-hidden>
      <CaretUpOutlined className={direction === 'ascending' ? 'on' : ''} />
      <CaretDownOutlined className={direction === 'descending' ? 'on' : ''} />
    </span>
  </button>
)

/** The name stays in sight where a table scrolls; what can be done with a row is not clipped. */
const classOf = ({ isName, isActions }: Column<never>) =>
  isName ? 'column-name' : isActions ? 'column-actions' : ''

const hasShare = (column: Column<never> | undefined) => column?.width?.endsWith('%')

/** What every cell of a column carries. */
const cellOf = (column: Column<never>) => ({
  className: classOf(column) || undefined,
  ...(column.align && { style: { textAlign: column.align } }),
})

interface LineProps<R> {
  columns: readonly Column<R>[]
  row: R
}

/** Drawn anew only when its record or the columns change: a hundred of them cost what changed among them. */
const Line = memo(<R,>({ columns, row }: LineProps<R>) => (
  <tr>
    {columns.map((column) => (
      <td key={column.key} {...cellOf(column)}>
        <div className="cell">{column.show(row)}</div>
      </td>
    ))}
  </tr>
)) as <R>(props: LineProps<R>) => ReactNode

/** Keeps the place of a row that has not come yet. */
const Arriving = <R,>({ columns }: Pick<LineProps<R>, 'columns'>) => (
  <tr>
    {columns.map((column) => (
      <td key={column.key} {...cellOf(column)}>
        <div className="cell">
          <span className="bar" />
        </div>
      </td>
    ))}
  </tr>
)

interface TotalsProps<R> {
  columns: readonly Column<R>[]
  rows: readonly R[]
}

const Totals = <R,>({ columns, rows }: TotalsProps<R>) => (
  <tfoot>
    <tr className="table-totals">
      {columns.map(({ total, ...column }) => (
        <td key={column.key} {...cellOf(column)}>
          <div className="cell">{total?.(rows)}</div>
        </td>
      ))}
    </tr>
  </tfoot>
)

/** A list as a table whose head and names stay in sight, and whose rows are all of one height (LIST-4). */
export const TableView = <R,>({
  label,
  columns: given,
  rows,
  idOf,
  list,
  moveEdge,
  expected = list?.state.size ?? 3,
}: TableViewProps<R>) => {
  const isCompact = useAppSelector(({ preferences }) => preferences.density === 'compact')
  const isMedium = useIsMedium()
  const [showsAll, setShowsAll] = useState(false)
  const lacking = isMedium ? given.filter(({ matters }) => matters === 'wide') : []
  const isCut = lacking.length > 0 && !showsAll
  const columns = useMemo(() => (isCut ? mattering(given) : given), [isCut, given])
  const heads = columns.map((column, index) => {
    const { key, sortsBy = key, title, sortable, isActions } = column
    const direction = list && directionOf(list.state.sort, sortsBy)
    const canMove = moveEdge && !isCut && hasShare(column) && hasShare(columns[index + 1])
    return (
      <th key={key} scope="col" aria-sort={direction} {...cellOf(column)}>
        {list && sortable ? (
          <SortButton
            title={title}
            direction={direction}
            sort={() => list.act({ type: 'headerClicked', column: sortsBy })}
          />
        ) : (
          <span className={isActions ? 'visually-hidden' : undefined}>{title}</span>
        )}
        {canMove && <ColumnEdge move={(by) => moveEdge(key, by)} />}
      </th>
    )
  })

  const hasTotals = rows && rows.length > 1 && columns.some(({ total }) => total)
  const scrolls = lacking.length > 0 && showsAll
  return (
    <>
      <HiddenColumns columns={lacking} areShown={showsAll} show={setShowsAll} />
      <div
        className={scrolls ? 'table-place table-place-scrolls' : 'table-place'}
        style={{ '--shown-columns': columns.length } as CSSProperties}
      >
        <table className={isCompact ? 'table-view table-compact' : 'table-view'} aria-label={label}>
          <colgroup>
            {columns.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>{heads}</tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => <Line key={idOf(row)} columns={columns} row={row} />)
              : Array.from({ length: expected }, (_, key) => <Arriving key={key} columns={columns} />)}
          </tbody>
          {hasTotals && <Totals columns={columns} rows={rows} />}
        </table>
      </div>
    </>
  )
}
