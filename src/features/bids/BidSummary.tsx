import type { Row } from '../../contract'
import { bidFieldMeta } from '../../resources/bids/fieldMeta'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { valueOf } from '../../resources/kit/valueOf'
import { OrganizationName } from '../../resources/organizations/OrganizationName'
import { UtilityStateText } from '../../resources/utilityStates/UtilityStateText'
import { Summary } from '../../ui/value/Summary'

const offered = ['annual_volume', 'terms', 'start_date', 'supplier'] as const

/** The key facts of a bid: legal entity, utility, volume, term and supplier (BID-8). */
export const BidSummary = ({ bid }: { bid: Row<'bids'> }) => (
  <Summary
    label="At a glance"
    facts={[
      {
        label: fieldMetaOf(bidFieldMeta, 'legal_entity').label,
        value: <OrganizationName id={bid.legal_entity} />,
      },
      { label: 'Utility', value: <UtilityStateText id={bid.utility_state} /> },
      ...offered.map((name) => ({
        label: fieldMetaOf(bidFieldMeta, name).label,
        value: valueOf(bidFieldMeta, name, bid),
      })),
    ]}
  />
)
