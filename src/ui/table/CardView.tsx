import type { ReactNode } from 'react'
import { Checkbox } from '../antd/Checkbox'
import type { RowChoice } from '../list/rowSelection'
import type { Column } from './columns'
import './card-view.css'

interface CardViewProps<R> {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[] | undefined
  idOf: (row: R) => number
  /** Number of rows being loaded. */
  expected?: number | undefined
  /** The rows to choose with checkboxes; without it there are none. */
  choice?: RowChoice<R> | undefined
}

/** The first ones that have a value, of those that matter most; the record has all of them. */
const factsOfCard = 3

const isBlank = (shown: ReactNode) => shown === null || shown === undefined || shown === false || shown === ''

interface CardProps<R> {
  columns: readonly Column<R>[]
  row: R
  /** Its checkbox. */
  box: ReactNode
}

const Card = <R,>({ columns, row, box }: CardProps<R>) => {
  const others = columns.filter(({ isName, isActions }) => !isName && !isActions)
  const facts = [
    ...others.filter(({ matters }) => matters !== 'wide'),
    ...others.filter(({ matters }) => matters === 'wide'),
  ]
    .map((column) => ({ ...column, shown: column.show(row) }))
    .filter(({ shown }) => !isBlank(shown))
  const first = facts.filter(({ isOnCards }) => !isOnCards).slice(0, factsOfCard)
  return (
    <li className="card panel">
      <div className="card-head line">
        {box}
        <div className="card-name">{columns.find(({ isName }) => isName)?.show(row)}</div>
        {columns
          .filter(({ isActions }) => isActions)
          .map(({ key, show }) => (
            <span key={key}>{show(row)}</span>
          ))}
      </div>
      <dl>
        {[...first, ...facts.filter(({ isOnCards }) => isOnCards)].map(({ key, title, hasLine, shown }) => (
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

const boxOf = <R,>({ ids, choose, isSelectable, nameOf }: RowChoice<R>, row: R, id: number) =>
  isSelectable(row) && (
    <Checkbox
      aria-label={`Select ${nameOf(row)}`}
      checked={ids.includes(id)}
      onChange={({ target }) => choose(target.checked ? [...ids, id] : ids.filter((other) => other !== id))}
    />
  )

/** A list as cards, for narrow screens. Without column headers, its toolbar offers sorting. */
export const CardView = <R,>({ label, columns, rows, idOf, expected = 3, choice }: CardViewProps<R>) => (
  <>
    <ul className="cards stack" aria-label={label}>
      {rows
        ? rows.map((row) => (
            <Card key={idOf(row)} columns={columns} row={row} box={choice && boxOf(choice, row, idOf(row))} />
          ))
        : Array.from({ length: expected }, (_, index) => (
            <li key={index} className="card panel">
              <span className="bar" />
              <span className="bar" />
            </li>
          ))}
    </ul>
    {rows && rows.length > 1 && <Totals columns={columns} rows={rows} />}
  </>
)
