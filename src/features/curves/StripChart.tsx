import type { Strip } from '../../contract/comparisons'
import { priceText } from '../../resources/quotes/amounts'
import { LineChart } from '../../ui/chart/LineChart'

/** A strip as a line over its months, with its average. The table beside it has the numbers (CRV-2). */
export const StripChart = ({ strip: { months, strip_average } }: { strip: Strip }) => (
  <figure className="strip-chart" aria-hidden>
    <LineChart
      places={months.map(({ month }) => month)}
      lines={[
        {
          name: 'Price',
          points: months.map(({ price, settled }) => ({
            value: price,
            ...(settled && { isHollow: true, note: 'settled' }),
          })),
        },
      ]}
      unit="per dth"
      format={priceText}
      average={strip_average}
    />
  </figure>
)
