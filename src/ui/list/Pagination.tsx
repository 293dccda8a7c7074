import { Link } from 'react-router-dom'
import { formatNumber } from '../value/numbers'
import { pageWindow } from './pageWindow'
import type { ListControl } from './useListState'
import type { ListAnswered } from './useResourceList'
import './pagination.css'

interface PaginationProps {
  list: ListControl
  answered: ListAnswered<unknown>
}

/** 'Showing 11 to 20 of 300 entries' */
const entriesLine = ({ rows = [], offset, count }: ListAnswered<unknown>) => {
  const first = rows.length ? offset + 1 : 0
  const last = offset + rows.length
  return `Showing ${formatNumber(first)} to ${formatNumber(rows.length ? last : 0)} of ${formatNumber(count)} entries`
}

const Pages = ({ list: { state, hrefAfter }, count }: { list: ListControl; count: number }) => {
  const last = Math.max(1, Math.ceil(count / state.size))
  if (last === 1) return null
  const hrefOf = (page: number) => hrefAfter({ type: 'pageChosen', page })
  const step = (page: number, label: string, sign: string) =>
    page >= 1 && page <= last ? (
      <Link to={hrefOf(page)} aria-label={label}>
        {sign}
      </Link>
    ) : (
      <span aria-hidden className="quiet">
        {sign}
      </span>
    )
  return (
    <nav aria-label="Pages" className="pages">
      {step(state.page - 1, 'Previous page', '‹')}
      {pageWindow(state.page, last).map((number, index) =>
        number === 'gap' ? (
          <span key={`gap-${index}`} className="quiet">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={hrefOf(number)}
            aria-label={`Page ${number}`}
            aria-current={number === state.page ? 'page' : undefined}
          >
            {formatNumber(number)}
          </Link>
        ),
      )}
      {step(state.page + 1, 'Next page', '›')}
    </nav>
  )
}

/** Below a list: the shown range, the loading state, and the links to other pages (LIST-3). */
export const Pagination = ({ list, answered }: PaginationProps) => (
  <div className="pagination">
    <p role="status">{answered.rows && entriesLine(answered)}</p>
    {answered.fetching && (
      <span className="pagination-loading">
        <span className="spinner" aria-hidden />
        Loading
      </span>
    )}
    <Pages list={list} count={answered.count} />
  </div>
)
