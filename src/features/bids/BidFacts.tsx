import type { Row } from '../../contract'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { LinkButton } from '../../ui/page/LinkButton'
import { Disclosure } from '../../ui/value/Disclosure'
import { bidPaths } from '../../resources/bids/paths'
import { fromBid } from './layout'
import { LoadProfile } from './LoadProfile'
import { bidFieldMeta } from '../../resources/bids/fieldMeta'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { VolumeSummary } from './VolumeSummary'
import { isVolume, monthlyOf, months } from '../../resources/bids/volumes'

type Bid = Row<'bids'>
type Field = keyof typeof bidFieldMeta.fieldMeta

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
] as const satisfies readonly Field[]

/** BID-12 */
const metadata = [
  'version',
  'created_by',
  'created_at',
  'modified_by',
  'modified_at',
] as const satisfies readonly Field[]

const monthFields = months.map(({ field }) => field)

/** The load over the year: chart, summary, and a collapsed table by month. */
const MonthlyVolumes = ({ bid }: { bid: Bid }) => {
  const monthly = monthlyOf(bid)
  if (!monthly.some(isVolume))
    return (
      <EmptyState
        title="No month has a volume yet."
        hint="The load over the year is drawn here, for suppliers price its shape."
      >
        <LinkButton to={bidPaths.edit(bid.opportunity, bid.bid_id)} state={fromBid}>
          Add the months
        </LinkButton>
      </EmptyState>
    )
  return (
    <>
      <LoadProfile monthly={monthly} unit={bid.volume_unit} isLabelled />
      <VolumeSummary volumes={bid} />
      <Disclosure title="Month by month">
        <RecordFacts title="Monthly Volumes" of={bidFieldMeta} names={monthFields} row={bid} />
      </Disclosure>
    </>
  )
}

/** A bid's details, load over the year, and metadata. */
export const BidFacts = ({ bid }: { bid: Bid }) => (
  <div className="bid-facts">
    <RecordFacts
      title="Details"
      of={bidFieldMeta}
      names={bid.utility_accounts.length > 0 ? [...details, 'utility_accounts'] : details}
      row={bid}
    />
    <section aria-label="Load over the year" className="bid-volumes">
      <MonthlyVolumes bid={bid} />
    </section>
    <RecordFacts title="Metadata" of={bidFieldMeta} names={metadata} row={bid} quiet />
  </div>
)
