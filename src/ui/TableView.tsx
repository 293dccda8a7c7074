import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import Table, { type ColumnType } from 'antd/es/table'
import { ColumnEdge } from './ColumnEdge'
import type { Column } from './columns'
import type { ListControl } from './useListState'
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

const hasShare = (column: Column<never> | undefined) => column?.width?.endsWith('%')

/** A row that has not come yet is a number. */
type Shown<R> = { row: R; key: number } | { row?: undefined; key: number }

/** A list as a table whose head stays in sight (LIST-4). */
export const TableView = <R,>({
  label,
  columns,
  rows,
  idOf,
  list,
  moveEdge,
  expected = list?.state.size ?? 3,
}: TableViewProps<R>) => {
  const tableColumns = columns.map((column, index): ColumnType<Shown<R>> => {
    const { key, title, show, sortable, align, width } = column
    const direction = list && directionOf(list.state.sort, key)
    const head =
      list && sortable ? (
        <SortButton
          title={title}
          direction={direction}
          sort={() => list.act({ type: 'headerClicked', column: key })}
        />
      ) : (
        title
      )
    return {
      key,
      title:
        moveEdge && hasShare(column) && hasShare(columns[index + 1]) ? (
          <>
            {head}
            <ColumnEdge move={(by) => moveEdge(key, by)} />
          </>
        ) : (
          head
        ),
      onHeaderCell: () => ({ 'aria-sort': direction, scope: 'col' }),
      render: (_value, { row }) => (row ? show(row) : <span className="bar" />),
      ...(align && { align }),
      ...(width && { width }),
    }
  })
  const shown: Shown<R>[] = rows
    ? rows.map((row) => ({ row, key: idOf(row) }))
    : Array.from({ length: expected }, (_, key) => ({ key }))

  return (
    <Table<Shown<R>>
      className="table-view"
      aria-label={label}
      columns={tableColumns}
      dataSource={shown}
      rowKey="key"
      size="small"
      bordered={false}
      pagination={false}
      tableLayout="fixed"
    />
  )
}
