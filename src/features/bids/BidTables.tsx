import type { ReactNode } from 'react'
import { useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { DateText } from '../../ui/DateText'
import { DescriptionTable } from '../../ui/DescriptionTable'
import { LoadProfile } from './LoadProfile'
import { labels, valuesFrom, type BidField } from './values'
import { valueText } from './valueText'
import { VolumeSummary } from './VolumeSummary'
import { isVolume, monthlyOf, months } from './volumes'

const Username = ({ id }: { id: number | null }) => useRow('users', id)?.username

/** BID-11 */
const details = [
  'pricing_type',
  'terms',
  'swing',
  'site_count',
  'meter_count',
  'start_date',
  'annual_volume',
  'pricing_point',
  'index_name',
  'special_pricing_needs',
  'new_renewal',
] as const satisfies readonly BidField[]

/** What is known of a bid: its details, who keeps it, and its load over the year. */
export const BidTables = ({ bid }: { bid: Row<'bids'> }) => {
  const values = valuesFrom(bid)
  const monthly = monthlyOf(bid)
  const line = (name: BidField): [string, ReactNode] => [labels[name], valueText(name, values)]
  return (
    <div className="bid-tables">
      <DescriptionTable title="Details" lines={details.map(line)} />
      <section aria-label="Monthly volumes" className="bid-volumes">
        {monthly.some(isVolume) && (
          <>
            <LoadProfile monthly={monthly} />
            <VolumeSummary volumes={bid} />
          </>
        )}
        <DescriptionTable title="Monthly Volumes" lines={months.map(({ field }) => line(field))} />
      </section>
      <DescriptionTable
        title="Metadata"
        lines={[
          ['Version', bid.version],
          ['Created by', bid.created_by !== null && <Username id={bid.created_by} />],
          ['Created at', <DateText value={bid.created_at} format="namedMoment" />],
          ['Modified by', bid.modified_by !== null && <Username id={bid.modified_by} />],
          ['Modified at', <DateText value={bid.modified_at} format="namedMoment" />],
        ]}
      />
    </div>
  )
}
