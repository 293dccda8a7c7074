import type { Column } from './columns'
import type { ListControl } from './useListState'
import './card-view.css'

interface CardViewProps<R> {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[] | undefined
  idOf: (row: R) => number
  /** Without one there is nothing to sort by. */
  list?: ListControl | undefined
  /** How many rows are on their way. */
  expected?: number | undefined
}

const Card = <R,>({ columns, row }: { columns: readonly Column<R>[]; row: R }) => {
  const name = columns.find(({ isName }) => isName)
  return (
    <li className="card">
      {name && <div className="card-name">{name.show(row)}</div>}
      <dl>
        {columns
          .filter(({ isName }) => !isName)
          .map(({ key, title, show }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{show(row)}</dd>
            </div>
          ))}
      </dl>
    </li>
  )
}

interface SortChoiceProps<R> {
  columns: readonly Column<R>[]
  list: ListControl
}

const SortChoice = <R,>({ columns, list: { state, act } }: SortChoiceProps<R>) => (
  <label className="card-sort">
    Sort by
    <select value={state.sort} onChange={(event) => act({ type: 'sortChosen', sort: event.target.value })}>
      {columns
        .filter(({ sortable }) => sortable)
        .flatMap(({ key, title }) => [
          <option key={key} value={key}>{`${title}, ascending`}</option>,
          <option key={`-${key}`} value={`-${key}`}>{`${title}, descending`}</option>,
        ])}
    </select>
  </label>
)

/** A list as cards, for narrow screens, where columns have no heads to sort by. */
export const CardView = <R,>({ label, columns, rows, idOf, list, expected = 3 }: CardViewProps<R>) => (
  <>
    {list && <SortChoice columns={columns} list={list} />}
    <ul className="cards" aria-label={label}>
      {rows
        ? rows.map((row) => <Card key={idOf(row)} columns={columns} row={row} />)
        : Array.from({ length: expected }, (_, index) => (
            <li key={index} className="card">
              <span className="bar" />
              <span className="bar" />
            </li>
          ))}
    </ul>
  </>
)
