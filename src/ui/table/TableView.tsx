import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import { memo, useEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { useIsMedium } from '../hooks/useMediaQuery'
import { mattering } from './columnChoice'
import { ColumnEdge } from './ColumnEdge'
import type { Column } from './columns'
import { copyRows } from './copiedRows'
import { CutTexts } from './CutTexts'
import { HiddenColumns } from './HiddenColumns'
import type { ListControl } from '../list/useListState'
import { useInSightFirst } from './useInSightFirst'
import './table-view.css'

interface TableViewProps<R> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<R>[]
  /** Undefined before the first answer: a skeleton replaces the rows. */
  rows: readonly R[] | undefined
  idOf: (row: R) => number
  /** Without it the rows keep their given order. */
  list?: ListControl | undefined
  /** Where given, column edges can be moved, by percent of the table's width. */
  moveEdge?: ((key: string, by: number) => void) | undefined
  /** Number of rows being loaded; by default a page of the list. */
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

/** The name column is sticky; the actions column is not clipped. */
const classOf = ({ isName, isActions, align }: Column<never>) =>
  isName ? 'column-name' : isActions ? 'column-actions' : align ? `column-${align}` : ''

const hasShare = (column: Column<never> | undefined) => column?.width?.endsWith('%')

/**
 * The grid tracks of the columns: shares of the width left by fixed columns, unless a column without a width takes it.
 */
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
 * A cell of a row. Cells clip their content; the name's fills its row, because others scroll below it, and cells with
 * links have an inner block. Not a component: a hundred rows have hundreds of them.
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

/** Re-renders only when its record or the columns change. */
const Line = memo(<R,>({ columns, row }: LineProps<R>) => (
  <tr role="row">{columns.map((column) => cellOf(column, column.show(row)))}</tr>
)) as <R>(props: LineProps<R>) => ReactNode

/** Placeholder of a row that is loading. */
const Arriving = <R,>({ columns }: Pick<LineProps<R>, 'columns'>) => (
  <tr role="row">{columns.map((column) => cellOf(column, <span className="bar" />))}</tr>
)

/** Changes with the page of the list, not with the content of a row. */
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
 * A list as a table with sticky header and names, and rows of one or two lines (LIST-4). Each row is a grid of its own,
 * so that the browser can lay out the visible ones first; ARIA roles keep it a table for every browser.
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

  useEffect(() => {
    const copy = (event: ClipboardEvent) => copyRows(event)
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])

  const body = useInSightFirst(rows && endsOf(rows, idOf))
  const hasTotals = rows && rows.length > 1 && columns.some(({ total }) => total)
  const scrolls = lacking.length > 0 && showsAll
  return (
    <>
      <HiddenColumns columns={lacking} areShown={showsAll} show={setShowsAll} />
      <CutTexts
        className={scrolls ? 'table-place table-place-scrolls' : 'table-place'}
        style={{ '--shown-columns': columns.length, '--tracks': tracksOf(columns) } as CSSProperties}
      >
        <table
          role="table"
          className={`table-view ${isCompact ? 'table-compact' : columns.some(({ isTall }) => isTall) ? 'table-tall' : ''}`}
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
      </CutTexts>
    </>
  )
}
