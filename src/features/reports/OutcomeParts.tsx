import { useState } from 'react'
import { Link } from 'react-router-dom'
import { convertVolume } from '../../contract/units'
import {
  maxReportNames,
  winRate,
  type NamedOutcomes,
  type Outcomes,
  type WonReport,
} from '../../contract/reports'
import { months } from '../../resources/bids/volumes'
import { Button } from '../../ui/antd/Button'
import { counted, formatNumber } from '../../ui/value/numbers'
import { useVolumeUnit } from '../../ui/value/volumeUnit'
import { decidedWithin, inMonth, type Period } from './period'
import { CountLink, listWith, ReportPart } from './ReportPart'

/** '75%', of one decimal at most; none where nothing was decided. */
const rateText = (of: Outcomes): string => {
  const rate = winRate(of)
  return rate === null ? '–' : `${formatNumber(Math.round(rate * 1_000) / 10)}%`
}

const useVolumeOf = () => {
  const unit = useVolumeUnit()
  const volumeOf = (dekatherms: number) => Math.round(convertVolume(dekatherms, 'dth', unit))
  return { unit, volumeOf }
}

const columnsOf = (name: string, unit: string) => [name, 'Won', `Won Volume (${unit})`, 'Lost', 'Win Rate']

/** 'Mar 2026' */
const monthText = (month: string): string => {
  const { name } = months[Number(month.slice(5)) - 1] ?? { name: '' }
  return `${name.slice(0, 3)} ${month.slice(0, 4)}`
}

interface MonthsPartProps {
  report: WonReport
  period: Period
}

/** What was won and lost by month (REP-2). */
export const MonthsPart = ({ report, period }: MonthsPartProps) => {
  const { unit, volumeOf } = useVolumeOf()
  return (
    <ReportPart
      title="Won Volume by Month"
      bars={report.months.map(({ month, won_volume }) => ({
        key: month,
        label: monthText(month),
        value: volumeOf(won_volume),
      }))}
      unit={unit}
      columns={columnsOf('Month', unit)}
    >
      {report.months.map(({ month, ...of }) => {
        const name = monthText(month)
        const filters = decidedWithin(inMonth(month, period))
        return (
          <tr key={month}>
            <th scope="row">{name}</th>
            <td>
              <CountLink count={of.won} of={`won in ${name}`} filters={{ ...filters, stage: 'won' }} />
            </td>
            <td>{formatNumber(volumeOf(of.won_volume))}</td>
            <td>
              <CountLink count={of.lost} of={`lost in ${name}`} filters={{ ...filters, stage: 'lost' }} />
            </td>
            <td>{rateText(of)}</td>
          </tr>
        )
      })}
    </ReportPart>
  )
}

interface NamesPartProps {
  title: string
  /** The heading of the names: 'Broker'. */
  heading: string
  field: 'broker_name' | 'sales_represented'
  rows: readonly NamedOutcomes[]
  period: Period
}

/** The names that are shown before all are asked for; paper, on which nothing can be asked for, has all of them. */
const firstNames = 10

/** What was won and lost by a name, which leads to the opportunities whose field is exactly that (REP-3). */
export const NamesPart = ({ title, heading, field, rows, period }: NamesPartProps) => {
  const { unit, volumeOf } = useVolumeOf()
  const [isWhole, setIsWhole] = useState(false)
  const decided = decidedWithin(period)
  const isOnPaperOnly = (place: number) => !isWhole && place >= firstNames
  return (
    <ReportPart
      title={title}
      more={
        rows.length > firstNames && (
          <Button size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show the first ${firstNames}` : `Show all ${rows.length}`}
          </Button>
        )
      }
      {...(rows.length === maxReportNames && {
        hint: `The ${maxReportNames} with the most opportunities won and lost.`,
      })}
      bars={rows.map(({ name, won_volume }, place) => ({
        key: String(name),
        label: name ?? 'None',
        value: volumeOf(won_volume),
        isOnPaperOnly: isOnPaperOnly(place),
      }))}
      unit={unit}
      columns={columnsOf(heading, unit)}
    >
      {rows.map(({ name, ...of }, place) => {
        const filters = {
          ...decided,
          ...(name === null ? { [`${field}_empty`]: 'true' } : { [`${field}_equals`]: name }),
        }
        const text = name ?? 'None'
        return (
          <tr key={name} hidden={isOnPaperOnly(place)}>
            <th scope="row" translate={name === null ? undefined : 'no'}>
              <Link to={listWith({ ...filters, stage: 'won,lost' })}>{text}</Link>
            </th>
            <td>
              <CountLink
                count={of.won}
                of={`won, ${heading} ${text}`}
                filters={{ ...filters, stage: 'won' }}
              />
            </td>
            <td>{formatNumber(volumeOf(of.won_volume))}</td>
            <td>
              <CountLink
                count={of.lost}
                of={`lost, ${heading} ${text}`}
                filters={{ ...filters, stage: 'lost' }}
              />
            </td>
            <td>{rateText(of)}</td>
          </tr>
        )
      })}
    </ReportPart>
  )
}

/** The numbers of the whole period (REP-4). */
export const Totals = ({ report: { total, median_days } }: Pick<MonthsPartProps, 'report'>) => {
  const { unit, volumeOf } = useVolumeOf()
  const facts = {
    Won: formatNumber(total.won),
    'Won Volume': `${formatNumber(volumeOf(total.won_volume))} ${unit}`,
    Lost: formatNumber(total.lost),
    'Win Rate': rateText(total),
    'Median Time to Award': median_days === null ? '–' : counted(median_days, 'day'),
  }
  return (
    <dl className="report-totals">
      {Object.entries(facts).map(([name, text]) => (
        <div key={name} className="panel">
          <dt className="quiet">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
