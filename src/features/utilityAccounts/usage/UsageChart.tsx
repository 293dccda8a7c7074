import { months } from '../../../resources/bids/volumes'
import { LineChart, LineKey } from '../../../ui/chart/LineChart'
import { formatNumber } from '../../../ui/value/numbers'
import { coverageText } from './UsageTable'
import { isWhole, type UsageYear } from './years'

const monthNames = months.map(({ name }) => name.slice(0, 3))

/** The years of an account's usage over each other. The table beside it has the numbers (USE-10). */
export const UsageChart = ({ years }: { years: readonly UsageYear[] }) => {
  const lines = years.map(({ year, months: known }) => ({
    name: year,
    points: known.map(
      (month) =>
        month && {
          value: month.volume,
          ...(!isWhole(month) && { isHollow: true, note: coverageText(month) }),
        },
    ),
  }))
  return (
    <figure className="usage-chart" aria-hidden>
      <LineKey lines={lines} />
      <LineChart places={monthNames} lines={lines} unit="dth" format={formatNumber} isFromZero />
    </figure>
  )
}
