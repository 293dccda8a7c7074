import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { BarChart, type Bar } from '../../ui/chart/BarChart'
import { PlainTable } from '../../ui/table/PlainTable'
import { counted, formatNumber } from '../../ui/value/numbers'

/** The list of opportunities with filters. */
export const listWith = (filters: Readonly<Record<string, string>>): string =>
  `${opportunityPaths.list}?${new URLSearchParams(filters).toString()}`

interface CountLinkProps {
  count: number
  /** Of which opportunities: 'won in Mar 2026'. */
  of: string
  filters: Readonly<Record<string, string>>
}

/** A number of opportunities that leads to them. */
export const CountLink = ({ count, of, filters }: CountLinkProps) =>
  count === 0 ? (
    '0'
  ) : (
    <Link to={listWith(filters)} aria-label={`${counted(count, 'opportunity', 'opportunities')} ${of}`}>
      {formatNumber(count)}
    </Link>
  )

interface ReportPartProps {
  title: string
  /** What is counted, below the title. */
  hint?: string
  bars: readonly Bar[]
  /** Of the bars. */
  unit: string
  columns: readonly string[]
  /** The rows of the table: the first column names what the others are of. */
  children: ReactNode
  /** Below the table. */
  more?: ReactNode
}

/** A report: a chart with its table beside it. */
export const ReportPart = ({ title, hint, bars, unit, columns, children, more }: ReportPartProps) => (
  <section className="panel report-part">
    <h2>{title}</h2>
    {hint && <p className="quiet">{hint}</p>}
    <div className="report-body">
      <BarChart bars={bars} unit={unit} />
      <PlainTable
        aria-label={title}
        head={columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      >
        {children}
      </PlainTable>
    </div>
    {more}
  </section>
)
