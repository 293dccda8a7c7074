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
import { useInSightFirst } from './useInSightFirst'
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
const classOf = ({ isName, isActions, align }: Column<never>) =>
  isName ? 'column-name' : isActions ? 'column-actions' : align ? `column-${align}` : ''

const hasShare = (column: Column<never> | undefined) => column?.width?.endsWith('%')

/** One track of the grid for each column: shares of what the fixed widths leave, unless a column without width takes it. */
const tracksOf = (columns: readonly Column<never>[]) => {
  const hasRest = columns.some(({ width }) => width === undefined)
  return columns
    .map((column) => {
      const { width = '1fr' } = column
      const track = hasShare(column) && !hasRest ? `${Number.parseFloat(width)}fr` : width
      return `minmax(0, ${track})`
    })
    .join(' ')
}

/**
 * One field of a row. The cell itself clips what has no room; that of the name fills its row, because others pass below
 * it, and one with links has a block inside it. No component: a hundred rows have hundreds of them.
 */
const cellOf = (column: Column<never>, shown: ReactNode) =>
  column.isName || column.hasLinks ? (
    <td key={column.key} role="cell" className={classOf(column)}>
      <div className="cell">{shown}</div>
    </td>
  ) : (
    <td key={column.key} role="cell" className={`cell ${classOf(column)}`}>
      {shown}
    </td>
  )

interface LineProps<R> {
  columns: readonly Column<R>[]
  row: R
}

/** Drawn anew only when its record or the columns change: a hundred of them cost what changed among them. */
const Line = memo(<R,>({ columns, row }: LineProps<R>) => (
  <tr role="row">{columns.map((column) => cellOf(column, column.show(row)))}</tr>
)) as <R>(props: LineProps<R>) => ReactNode

/** Keeps the place of a row that has not come yet. */
const Arriving = <R,>({ columns }: Pick<LineProps<R>, 'columns'>) => (
  <tr role="row">{columns.map((column) => cellOf(column, <span className="bar" />))}</tr>
)

/** Changes with the page of the list; not with what a row of it holds. */
const endsOf = <R,>(rows: readonly R[], idOf: (row: R) => number) =>
  [rows.length, ...[...rows.slice(0, 1), ...rows.slice(-1)].map(idOf)].join()

interface TotalsProps<R> {
  columns: readonly Column<R>[]
  rows: readonly R[]
}

const Totals = <R,>({ columns, rows }: TotalsProps<R>) => (
  <tfoot role="rowgroup">
    <tr role="row" className="table-totals">
      {columns.map((column) => cellOf(column, column.total?.(rows)))}
    </tr>
  </tfoot>
)

/**
 * A list as a table whose head and names stay in sight, and whose rows are all of one height (LIST-4). Each row is a grid
 * of its own, so that the browser can lay those in sight out first; the roles say to every browser that it is a table
 * nonetheless.
 */
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
      <th
        key={key}
        role="columnheader"
        scope="col"
        aria-sort={direction}
        className={classOf(column) || undefined}
      >
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

  const body = useInSightFirst(rows && endsOf(rows, idOf))
  const hasTotals = rows && rows.length > 1 && columns.some(({ total }) => total)
  const scrolls = lacking.length > 0 && showsAll
  return (
    <>
      <HiddenColumns columns={lacking} areShown={showsAll} show={setShowsAll} />
      <div
        className={scrolls ? 'table-place table-place-scrolls' : 'table-place'}
        style={{ '--shown-columns': columns.length, '--tracks': tracksOf(columns) } as CSSProperties}
      >
        <table
          role="table"
          className={isCompact ? 'table-view table-compact' : 'table-view'}
          aria-label={label}
        >
          <thead role="rowgroup">
            <tr role="row">{heads}</tr>
          </thead>
          <tbody role="rowgroup" ref={body}>
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
