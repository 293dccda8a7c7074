import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { reportsApi, useWonReportQuery } from '../../api/reportsApi'
import { wonReportExportPath } from '../../contract/reports'
import { useMarketDay } from '../../resources/kit/useMarketDay'
import { ExportButtons } from '../../ui/files/ExportButtons'
import { PageHeader } from '../../ui/page/PageHeader'
import { useIsUnread } from '../../ui/page/pageRoute'
import { DateText } from '../../ui/value/DateText'
import { AnsweredPart } from './AnsweredPart'
import { MonthsPart, NamesPart, Totals } from './OutcomeParts'
import { decidedWithin, periodAt, type Period } from './period'
import { PeriodChoice } from './PeriodChoice'
import { PipelinePart } from './PipelinePart'
import './reports.css'

/** The days of a period; one without an end ends today, and paper tells which day that was. */
const PeriodText = ({ period: { from, to }, today }: { period: Period; today: string }) => (
  <span className="quiet">
    {from === null && (to === null ? 'All time until ' : 'until ')}
    <DateText value={from} format="namedDay" />
    {from !== null && ' – '}
    {to === null && 'today, '}
    <DateText value={to ?? today} format="namedDay" />
  </span>
)

interface OutcomesProps {
  period: Period
  filters: Readonly<Record<string, string>>
}

/** What was won and lost in a period. */
const Outcomes = ({ period, filters }: OutcomesProps) => {
  const isUnread = useIsUnread(reportsApi.endpoints.wonReport, filters)
  const query = useWonReportQuery(filters, { refetchOnMountOrArgChange: isUnread })
  return (
    <AnsweredPart query={query} period={period} problemTitle="What was won and lost could not be loaded.">
      {(report, answered) =>
        report.months.length === 0 ? (
          <p className="panel report-part quiet">No opportunity was won or lost in this period.</p>
        ) : (
          <>
            <Totals report={report} />
            <MonthsPart report={report} period={answered} />
            <NamesPart
              title="Won Volume by Broker"
              heading="Broker"
              field="broker_name"
              rows={report.brokers}
              period={answered}
            />
            <NamesPart
              title="Won Volume by Sales Person"
              heading="Sales Person"
              field="sales_represented"
              rows={report.sales_people}
              period={answered}
            />
          </>
        )
      }
    </AnsweredPart>
  )
}

/** /mpg/reports (REP-6): the pipeline of a period, and what was won and lost in it. */
export const Page = () => {
  const { search } = useLocation()
  const today = useMarketDay()
  const period = useMemo(() => periodAt(search, today), [search, today])
  const filters = useMemo(() => decidedWithin(period), [period])
  return (
    <>
      <PageHeader
        title="Reports"
        actions={<ExportButtons path={wonReportExportPath} params={filters} what="The report" />}
      >
        <PeriodText period={period} today={today} />
      </PageHeader>
      <PeriodChoice period={period} today={today} />
      <div className="report-parts">
        <PipelinePart period={period} />
        <Outcomes period={period} filters={filters} />
      </div>
    </>
  )
}
