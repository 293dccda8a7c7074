import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { idOf, type ResourceName, type Row } from '../../contract'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { listArgs } from '../../ui/list/listArgs'
import { readListState, type ListRules } from '../../ui/list/listState'
import type { ListEndpoint } from '../../ui/list/useResourceList'
import { counted } from '../../ui/value/numbers'

/** Records of a list at most; the others are behind its link. */
const shownRecords = 6

interface HomePartProps {
  title: string
  /** Where all of it stands, and how much that is. */
  to?: string | undefined
  count?: number | undefined
  children: ReactNode
}

/** A part of the page, whose title leads to all of it. */
export const HomePart = ({ title, to, count, children }: HomePartProps) => {
  const id = useId()
  return (
    <section className="panel home-part" aria-labelledby={id}>
      <h2 id={id} className="row-apart">
        {to === undefined ? title : <Link to={to}>{title}</Link>}
        {count !== undefined && count > shownRecords && <span className="quiet">{count}</span>}
      </h2>
      {children}
    </section>
  )
}

/** What stands there until a list is loaded. */
export const HomeBars = () => (
  <div role="status" aria-label="Loading" className="home-bars">
    <span className="bar" />
    <span className="bar" />
    <span className="bar" />
  </div>
)

interface HomeListProps<N extends ResourceName> {
  title: string
  resource: N
  endpoint: ListEndpoint<N>
  /** The page of the whole list, with its filters and its order. */
  to: string
  rules: ListRules
  /** What there is where there are none: 'No task is open.' */
  none: string
  /** A record: its link, and what is told beside it. */
  children: (row: Row<N>) => readonly [name: ReactNode, fact: ReactNode]
}

/** The first records of a filtered list, which the title leads to (HOME-1). */
export const HomeList = <N extends ResourceName>({
  title,
  resource,
  endpoint,
  to,
  rules,
  none,
  children,
}: HomeListProps<N>) => {
  const state = readListState(new URLSearchParams(to.slice(to.indexOf('?'))), rules)
  const { data, error, refetch } = endpoint.useQuery(
    { ...listArgs<N>(state), limit: shownRecords },
    { refetchOnMountOrArgChange: true },
  )
  const rows = useRows(resource, data?.ids ?? [])
  const problem = asApiError(error)
  return (
    <HomePart title={title} to={to} count={data?.count}>
      {problem && (
        <ErrorState
          inline
          title={`${title} could not be loaded.`}
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {!data && !problem && <HomeBars />}
      {data && rows.length === 0 && <p className="quiet">{none}</p>}
      {rows.length > 0 && (
        <ul aria-label={counted(rows.length, 'record')}>
          {rows.map((row) => {
            const [name, fact] = children(row)
            return (
              <li key={idOf(resource, row)} className="row-apart">
                <span translate="no">{name}</span>
                <span className="quiet">{fact}</span>
              </li>
            )
          })}
        </ul>
      )}
    </HomePart>
  )
}
