import { memo, useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { Summary, Table, type ColumnType } from '../antd/Table'
import { useIsMedium, useIsPrint } from '../hooks/useMediaQuery'
import { useWidth } from '../hooks/useWidth'
import type { RowChoice } from '../list/rowSelection'
import type { ListControl } from '../list/useListState'
import { fitting, leastTotal, type FittingColumns } from './columnChoice'
import { ColumnEdge } from './ColumnEdge'
import type { Column } from './columns'
import { copyRows } from './copiedRows'
import { CutTexts } from './CutTexts'
import { HiddenColumns } from './HiddenColumns'
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
  /** What is shown in place of rows where there are none. */
  empty?: ReactNode
  /** The rows to choose with checkboxes; without it there are none. */
  choice?: RowChoice<R> | undefined
}

/** A row of antd's table; without a record while it is loading. */
interface Line<R> {
  key: number
  row?: R
}

interface CellProps<R> {
  column: Column<R>
  row: R | undefined
}

/** Re-renders only when its record or the columns change, whatever antd renders. */
const Cell = memo(<R,>({ column: { show, isTall }, row }: CellProps<R>) => (
  <div className="cell">
    {row !== undefined ? (
      show(row)
    ) : (
      <>
        <span className="bar" />
        {isTall && <span className="bar" />}
      </>
    )}
  </div>
)) as <R>(props: CellProps<R>) => ReactNode

interface HeaderCellProps extends ComponentProps<'th'> {
  edge?: ReactNode
}

/** antd's header cell with the handle of its column's edge. Its text is its name: antd's label repeats it. */
const HeaderCell = ({ edge, children, ...cell }: HeaderCellProps) => (
  <th {...cell} aria-label={undefined}>
    {children}
    {edge}
  </th>
)

const components = { header: { cell: HeaderCell } }

const orderOf = (sort: string, by: string) =>
  sort === by ? ('ascend' as const) : sort === `-${by}` ? ('descend' as const) : null

/** The class of a column's cells, also that of its total. */
const classOf = ({ isName, isActions, align }: Column<never>): string =>
  isName ? 'column-name' : isActions ? 'column-actions' : align ? `column-${align}` : ''

const hasShare = (column: Column<never> | undefined) => column?.width?.endsWith('%')

interface HeadParts<R> extends FittingColumns<R> {
  list: ListControl | undefined
  moveEdge: ((key: string, by: number) => void) | undefined
  isNameFixed: boolean
}

const antdColumns = <R,>({
  columns,
  widths,
  list,
  moveEdge,
  isNameFixed,
}: HeadParts<R>): ColumnType<Line<R>>[] =>
  columns.map((column, index) => {
    const { key, sortsBy = key, title, sortable, isName, isActions, align } = column
    const width = widths[key] ?? column.width
    const canMove = moveEdge && hasShare(column) && hasShare(columns[index + 1])
    return {
      key,
      title: isActions ? <span className="visually-hidden">{title}</span> : title,
      className: classOf(column),
      render: (_, { row }) => <Cell column={column} row={row} />,
      ...(width !== undefined && { width }),
      ...(align && { align }),
      ...(isName && isNameFixed && { fixed: 'start' }),
      ...(list && sortable && { sorter: true, sortOrder: orderOf(list.state.sort, sortsBy) }),
      ...(canMove && {
        onHeaderCell: (): HeaderCellProps => ({ edge: <ColumnEdge move={(by) => moveEdge(key, by)} /> }),
      }),
    }
  })

/** CSS pixels of the checkboxes' column, and of the lines at both sides of the table. */
const choiceWidth = 44
const frame = 2

/** antd's selection of rows, by checkboxes that are named after them. */
const selectionOf = <R,>({ ids, choose, isSelectable, nameOf }: RowChoice<R>) => ({
  selectedRowKeys: [...ids],
  // A selection reaches over several pages.
  preserveSelectedRowKeys: true,
  columnWidth: choiceWidth,
  onChange: (keys: readonly (string | number | bigint)[]) => choose(keys.map(Number)),
  getTitleCheckboxProps: () => ({ 'aria-label': 'All on this page' }),
  getCheckboxProps: ({ row }: Line<R>) =>
    row !== undefined && isSelectable(row)
      ? { 'aria-label': `Select ${nameOf(row)}` }
      : { disabled: true, style: { display: 'none' } },
})

/**
 * A list as antd's table with sticky header and names, and rows of one or two lines (LIST-4).
 *
 * The header sticks by the style sheet: antd's `sticky` draws it as a table of its own, and screen readers would find
 * no headers to the cells.
 */
export const TableView = <R,>({
  label,
  columns: given,
  rows,
  idOf,
  list,
  moveEdge,
  expected = list?.state.size ?? 3,
  empty,
  choice,
}: TableViewProps<R>) => {
  const isCompact = useAppSelector(({ preferences }) => preferences.density === 'compact')
  const isMedium = useIsMedium()
  const isPrint = useIsPrint()
  const [place, measured] = useWidth()
  const [showsAll, setShowsAll] = useState(false)
  const whole = isPrint ? 0 : measured - frame
  const beside = choice ? choiceWidth : 0
  const fit = useMemo(
    () =>
      fitting(isMedium ? given.filter(({ matters }) => matters !== 'wide') : given, whole - beside, whole),
    [isMedium, given, whole, beside],
  )
  const lacking = given.filter((column) => !fit.columns.includes(column))
  const scrolls = lacking.length > 0 && showsAll
  const isCut = lacking.length > 0 && !showsAll
  const scrolled = Math.max(given.length * 148, leastTotal(given) + beside)
  const { columns, widths } = useMemo(
    () => (scrolls ? fitting(given, scrolled - beside, scrolled, false) : fit),
    [scrolls, given, scrolled, beside, fit],
  )

  useEffect(() => {
    const copy = (event: ClipboardEvent) => copyRows(event)
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])

  const sortedBy = (key: string) => columns.find((column) => column.key === key)?.sortsBy ?? key
  const hasTotals = rows && rows.length > 1 && columns.some(({ total }) => total)
  return (
    <>
      <HiddenColumns columns={lacking} areShown={showsAll} show={setShowsAll} />
      <CutTexts
        ref={place}
        className={['table-view', isCompact && 'table-compact', scrolls && 'table-scrolls']
          .filter(Boolean)
          .join(' ')}
      >
        <Table<Line<R>>
          aria-label={label}
          size={isCompact ? 'small' : 'medium'}
          tableLayout="fixed"
          components={components}
          columns={antdColumns({
            columns,
            widths,
            list,
            moveEdge: isCut ? undefined : moveEdge,
            isNameFixed: scrolls,
          })}
          dataSource={
            rows
              ? rows.map((row) => ({ key: idOf(row), row }))
              : Array.from({ length: expected }, (_, index) => ({ key: -1 - index }))
          }
          pagination={false}
          rowHoverable={false}
          showSorterTooltip={false}
          {...(scrolls && { scroll: { x: scrolled } })}
          {...(choice && { rowSelection: selectionOf(choice) })}
          {...(empty !== undefined && { locale: { emptyText: empty } })}
          onChange={(_pages, _filters, sorter) => {
            // antd names no column where it would end the sorting: the one that is sorted by.
            const key = Array.isArray(sorter) ? undefined : sorter.columnKey
            list?.act({
              type: 'headerClicked',
              column: key === undefined ? list.state.sort.replace(/^-/, '') : sortedBy(String(key)),
            })
          }}
          summary={() =>
            hasTotals && (
              <Summary.Row className="table-totals">
                {choice && <Summary.Cell index={-1} className="ant-table-selection-column" />}
                {columns.map((column, index) => (
                  <Summary.Cell
                    key={column.key}
                    index={index}
                    className={classOf(column)}
                    {...(column.align && { align: column.align })}
                  >
                    {column.total?.(rows)}
                  </Summary.Cell>
                ))}
              </Summary.Row>
            )
          }
        />
      </CutTexts>
    </>
  )
}
