import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { Pagination as AntPagination } from '../antd/Pagination'
import { formatNumber } from '../value/numbers'
import { pageSizes, sizeFrom } from './listState'
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

type ItemRender = NonNullable<ComponentProps<typeof AntPagination>['itemRender']>

const steps = {
  prev: { label: 'Previous page', sign: <LeftOutlined aria-hidden /> },
  next: { label: 'Next page', sign: <RightOutlined aria-hidden /> },
  'jump-prev': { label: 'Some pages back', sign: '…' },
  'jump-next': { label: 'Some pages on', sign: '…' },
} as const

/** Real links, which can be opened in another tab. */
const linksOf =
  ({ state, hrefAfter }: ListControl, last: number): ItemRender =>
  (page, type) => {
    const to = hrefAfter({ type: 'pageChosen', page })
    if (type === 'page')
      return (
        <Link to={to} aria-label={`Page ${page}`} aria-current={page === state.page ? 'page' : undefined}>
          {formatNumber(page)}
        </Link>
      )
    const { label, sign } = steps[type]
    const isEnd = type === 'prev' ? state.page <= 1 : type === 'next' && state.page >= last
    return isEnd ? (
      <span aria-hidden>{sign}</span>
    ) : (
      <Link to={to} aria-label={label}>
        {sign}
      </Link>
    )
  }

/** The links navigate. */
const none = () => undefined

const Pages = ({ list, count }: { list: ListControl; count: number }) => {
  const place = useRef<HTMLElement>(null)
  const { page, size } = list.state
  // antd lets the keyboard stop at the place of each link, too, which has no role.
  useLayoutEffect(() => {
    for (const item of place.current?.querySelectorAll('li[tabindex]') ?? []) item.removeAttribute('tabindex')
  })
  return (
    <nav aria-label="Pages" className="pages" ref={place}>
      <AntPagination
        current={page}
        pageSize={size}
        total={count}
        hideOnSinglePage
        showLessItems
        showSizeChanger={false}
        showTitle={false}
        itemRender={linksOf(list, Math.ceil(count / size))}
        onChange={none}
      />
    </nav>
  )
}

/** Below a list: the shown range, the page size, the loading state, which moves nothing, and the links to other pages (LIST-1, LIST-3). */
export const Pagination = ({ list, answered }: PaginationProps) => (
  <div className="pagination row">
    <p role="status">{answered.rows && entriesLine(answered)}</p>
    <label className="list-size line">
      Rows per page
      <select
        value={list.state.size}
        onChange={({ target }) => list.act({ type: 'sizeChosen', size: sizeFrom(target.value) })}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
    {answered.fetching && (
      <span className="pagination-loading">
        <span className="spinner" aria-hidden />
        Loading
      </span>
    )}
    {answered.count > list.state.size && <Pages list={list} count={answered.count} />}
  </div>
)
