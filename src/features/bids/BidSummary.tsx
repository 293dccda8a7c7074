import { useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { bidFaces } from '../../records/bids/faces'
import { faceOf } from '../../records/kit/face'
import { valueOf } from '../../records/kit/valueOf'
import { UtilityStateText } from '../../records/utilityStates/UtilityStateText'
import { Summary } from '../../ui/value/Summary'

const offered = ['annual_volume', 'terms', 'start_date', 'supplier'] as const

/** What one opens a bid for: whose gas, at which utility, how much, for how long, and who supplies it (BID-8). */
export const BidSummary = ({ bid }: { bid: Row<'bids'> }) => {
  const legalEntity = useRow('organizations', bid.legal_entity)
  return (
    <Summary
      label="At a glance"
      facts={[
        { label: faceOf(bidFaces, 'legal_entity').label, value: legalEntity?.name.toUpperCase() },
        { label: 'Utility', value: <UtilityStateText id={bid.utility_state} /> },
        ...offered.map((name) => ({
          label: faceOf(bidFaces, name).label,
          value: valueOf(bidFaces, name, bid),
        })),
      ]}
    />
  )
}
