import type { ReactNode } from 'react'
import type { Column } from './columns'
import './card-view.css'

interface CardViewProps<R> {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[] | undefined
  idOf: (row: R) => number
  /** Number of rows being loaded. */
  expected?: number | undefined
}

const isBlank = (shown: ReactNode) => shown === null || shown === undefined || shown === false || shown === ''

const Card = <R,>({ columns, row }: { columns: readonly Column<R>[]; row: R }) => {
  const facts = columns
    .filter(({ isName, isActions }) => !isName && !isActions)
    .map(({ key, title, hasLine, show }) => ({ key, title, hasLine, shown: show(row) }))
  return (
    <li className="card">
      <div className="card-head">
        <div className="card-name">{columns.find(({ isName }) => isName)?.show(row)}</div>
        {columns
          .filter(({ isActions }) => isActions)
          .map(({ key, show }) => (
            <span key={key}>{show(row)}</span>
          ))}
      </div>
      <dl>
        {facts
          .filter(({ shown }) => !isBlank(shown))
          .map(({ key, title, hasLine, shown }) => (
            <div key={key} className={hasLine ? 'card-line' : undefined}>
              <dt>{title}</dt>
              <dd>{shown}</dd>
            </div>
          ))}
      </dl>
    </li>
  )
}

const Totals = <R,>({ columns, rows }: { columns: readonly Column<R>[]; rows: readonly R[] }) =>
  columns
    .filter(({ isName, total }) => !isName && total)
    .map(({ key, title, total }) => (
      <p key={key} className="cards-total">
        <span>Total {title}</span> <strong>{total?.(rows)}</strong>
      </p>
    ))

/** A list as cards, for narrow screens. Without column headers, its toolbar offers sorting. */
export const CardView = <R,>({ label, columns, rows, idOf, expected = 3 }: CardViewProps<R>) => (
  <>
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
    {rows && rows.length > 1 && <Totals columns={columns} rows={rows} />}
  </>
)
