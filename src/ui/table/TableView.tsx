import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import Table, { type ColumnType } from 'antd/es/table'
import { useState, type CSSProperties } from 'react'
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

/** A row that has not come yet is a number. */
type Shown<R> = { row: R; key: number } | { row?: undefined; key: number }

interface TotalsProps<R> {
  columns: readonly Column<R>[]
  rows: readonly R[]
}

const Totals = <R,>({ columns, rows }: TotalsProps<R>) => (
  <Table.Summary.Row className="table-totals">
    {columns.map(({ key, total, align, ...column }, index) => (
      <Table.Summary.Cell
        key={key}
        index={index}
        className={classOf({ key, ...column })}
        {...(align && { align })}
      >
        <div className="cell">{total?.(rows)}</div>
      </Table.Summary.Cell>
    ))}
  </Table.Summary.Row>
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
  const columns = isCut ? mattering(given) : given
  const tableColumns = columns.map((column, index): ColumnType<Shown<R>> => {
    const { key, sortsBy = key, title, show, sortable, isActions, align, width } = column
    const className = classOf(column)
    const direction = list && directionOf(list.state.sort, sortsBy)
    const head =
      list && sortable ? (
        <SortButton
          title={title}
          direction={direction}
          sort={() => list.act({ type: 'headerClicked', column: sortsBy })}
        />
      ) : (
        <span className={isActions ? 'visually-hidden' : undefined}>{title}</span>
      )
    return {
      key,
      title:
        moveEdge && !isCut && hasShare(column) && hasShare(columns[index + 1]) ? (
          <>
            {head}
            <ColumnEdge move={(by) => moveEdge(key, by)} />
          </>
        ) : (
          head
        ),
      onHeaderCell: () => ({ 'aria-sort': direction, scope: 'col' }),
      render: (_value, { row }) => <div className="cell">{row ? show(row) : <span className="bar" />}</div>,
      ...(className && { className }),
      ...(align && { align }),
      ...(width && { width }),
    }
  })
  const shown: Shown<R>[] = rows
    ? rows.map((row) => ({ row, key: idOf(row) }))
    : Array.from({ length: expected }, (_, key) => ({ key }))

  const hasTotals = rows && rows.length > 1 && columns.some(({ total }) => total)
  const scrolls = lacking.length > 0 && showsAll
  return (
    <>
      <HiddenColumns columns={lacking} areShown={showsAll} show={setShowsAll} />
      <div
        className={scrolls ? 'table-place table-place-scrolls' : 'table-place'}
        style={{ '--shown-columns': columns.length } as CSSProperties}
      >
        <Table<Shown<R>>
          className={isCompact ? 'table-view table-compact' : 'table-view'}
          aria-label={label}
          columns={tableColumns}
          dataSource={shown}
          rowKey="key"
          size="small"
          bordered={false}
          pagination={false}
          tableLayout="fixed"
          {...(hasTotals && { summary: () => <Totals columns={columns} rows={rows} /> })}
        />
      </div>
    </>
  )
}
