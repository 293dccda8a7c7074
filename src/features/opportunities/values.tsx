import type { Row } from '../../contract'
import { formatNumber } from '../../ui/numbers'

type Opportunity = Row<'opportunities'>

/** Dekatherms, unless the opportunity counts in therms. */
const unitOf = ({ dekatherms }: Opportunity) => (dekatherms === false ? 'th' : 'dth')

interface VolumeProps {
  opportunity: Opportunity
  of: 'sales_annual_volume_manual' | 'estimated_annual_volume'
}

/** '125,000 dth' */
export const Volume = ({ opportunity, of }: VolumeProps) => {
  const volume = opportunity[of]
  if (volume === null) return null
  return (
    <>
      {formatNumber(volume)} <span className="quiet">{unitOf(opportunity)}</span>
    </>
  )
}

/** '$0.25 / dth' */
export const BrokerFee = ({ opportunity }: { opportunity: Opportunity }) => {
  const { broker_fee: fee } = opportunity
  if (fee === null) return null
  return (
    <>
      ${formatNumber(fee)} <span className="quiet">/ {unitOf(opportunity)}</span>
    </>
  )
}
