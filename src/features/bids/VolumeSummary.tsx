import { formatNumber } from '../../ui/value/numbers'
import { excess, monthlyOf, monthlySum, winterShare, type Volumes } from '../../resources/bids/volumes'
import './volume-summary.css'

/** '42.5%' */
const percent = (share: number) => `${formatNumber(Math.round(share * 10) / 10)}%`

/** The sum of the months, and its difference from the year. A warning only, which never blocks saving. */
export const VolumeSummary = ({ volumes }: { volumes: Volumes }) => {
  const { annual_volume: annual, volume_unit: unit } = volumes
  const monthly = monthlyOf(volumes)
  const sum = monthlySum(monthly)
  const share = winterShare(monthly)
  const over = excess(annual, monthly)
  return (
    <div className="volume-summary">
      <dl>
        <div>
          <dt>Sum of the months</dt>
          <dd>{sum === null ? '–' : `${formatNumber(sum)} ${unit}`}</dd>
        </div>
        <div>
          <dt>Winter share (Nov–Mar)</dt>
          <dd>{share === null ? '–' : percent(share)}</dd>
        </div>
      </dl>
      <p role="status" className="volume-warning">
        {over !== null &&
          over !== 0 &&
          `The months come to ${formatNumber(Math.abs(over))} ${unit} ${over > 0 ? 'more' : 'less'} than the annual volume.`}
      </p>
    </div>
  )
}
