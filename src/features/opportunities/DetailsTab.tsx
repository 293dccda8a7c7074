import { useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { DateText } from '../../ui/DateText'
import { DescriptionTable } from '../../ui/DescriptionTable'
import { AnnualVolume, BrokerFee } from './values'

const Username = ({ id }: { id: number | null }) => useRow('users', id)?.username

/** OPD-3, and OPD-4 last. */
export const DetailsTab = ({ opportunity }: { opportunity: Row<'opportunities'> }) => (
  <div className="detail-tables">
    <DescriptionTable
      title="Details"
      lines={[
        [
          'Annual Volume',
          opportunity.sales_annual_volume_manual !== null && <AnnualVolume opportunity={opportunity} />,
        ],
        ['Sales Person Represented', opportunity.sales_represented],
        ['Broker Name', opportunity.broker_name],
        ['Broker Fee', opportunity.broker_fee !== null && <BrokerFee opportunity={opportunity} />],
        ['Credit Request', opportunity.credit_request.toUpperCase()],
        [
          'Pricing Due Date',
          opportunity.pricing_due_date !== null && (
            <DateText value={opportunity.pricing_due_date} format="moment" />
          ),
        ],
      ]}
    />
    <DescriptionTable
      title="Metadata"
      lines={[
        ['Version', opportunity.version],
        ['Created by', opportunity.created_by !== null && <Username id={opportunity.created_by} />],
        ['Modified by', opportunity.modified_by !== null && <Username id={opportunity.modified_by} />],
        ['Created at', <DateText value={opportunity.created_at} format="moment" />],
        ['Modified at', <DateText value={opportunity.modified_at} format="moment" />],
      ]}
    />
  </div>
)
