import type { Row } from '../../contract'
import { FittingBadges } from '../../ui/value/FittingBadges'
import type { Column } from '../../ui/table/columns'
import { DateText } from '../../ui/value/DateText'
import { EditLink } from '../../ui/table/EditLink'
import { RowMenu } from '../../ui/table/RowMenu'
import { columnOf } from '../kit/columnOf'
import { OpportunityLink } from '../opportunities/OpportunityLink'
import { ListVolume } from '../kit/ListVolume'
import { bidFieldMeta } from './fieldMeta'
import { bidTitle, pricingTypeName, termName } from './names'
import { bidPaths } from './paths'
import { converted, monthlySum } from './volumes'
import { RecordLink } from '../../ui/page/RecordLink'
import { IfAllowed } from '../kit/IfAllowed'

type Bid = Row<'bids'>

const PricingTypes = ({ ids }: { ids: readonly number[] }) => (
  <FittingBadges
    noun="pricing types"
    items={ids.map((id) => ({ key: id, text: pricingTypeName(id) }))}
    asWritten
  />
)

/** In ascending order. */
const Terms = ({ terms }: { terms: readonly number[] }) => (
  <FittingBadges
    noun="terms"
    items={[...terms].sort((a, b) => a - b).map((months) => ({ key: months, text: termName(months) }))}
    asWritten
  />
)

/**
 * The total of all bids, in the unit of lists; alternative bids for the same gas all count, hence the label 'All bids'.
 */
const totalVolume = (bids: readonly Bid[]) => {
  const sum = monthlySum(bids.map((bid) => converted(bid.annual_volume, bid.volume_unit, 'dth')))
  return <ListVolume volume={sum} unit="dth" />
}

/** The columns of bids, shared by all lists. */
const parts = {
  edit: {
    key: 'edit',
    title: 'Edit',
    isActions: true,
    width: '40px',
    show: (bid) => (
      <IfAllowed to="change" of="bids">
        <EditLink to={bidPaths.edit(bid.opportunity, bid.bid_id)} name={bidTitle(bid)} />
      </IfAllowed>
    ),
  },
  name: columnOf(bidFieldMeta, 'name', {
    isName: true,
    show: (bid) => (
      <RecordLink to={bidPaths.record(bid.opportunity, bid.bid_id)} title={bidTitle(bid)}>
        {bidTitle(bid)}
      </RecordLink>
    ),
  }),
  opportunity: columnOf(bidFieldMeta, 'opportunity', {
    hasLine: true,
    show: ({ opportunity }) => <OpportunityLink id={opportunity} />,
  }),
  legal_entity: columnOf(bidFieldMeta, 'legal_entity', { hasLine: true }),
  supplier: columnOf(bidFieldMeta, 'supplier', { width: '80px', matters: 'wide', hasLine: true }),
  utility_state: columnOf(bidFieldMeta, 'utility_state', { width: '17%', matters: 'wide', hasLine: true }),
  annual_volume: columnOf(bidFieldMeta, 'annual_volume', {
    width: '136px',
    show: ({ annual_volume, volume_unit }) => <ListVolume volume={annual_volume} unit={volume_unit} />,
  }),
  pricing_type: columnOf(bidFieldMeta, 'pricing_type', {
    width: '124px',
    matters: 'wide',
    show: ({ pricing_type }) => pricing_type.length > 0 && <PricingTypes ids={pricing_type} />,
  }),
  terms: columnOf(bidFieldMeta, 'terms', {
    width: '164px',
    show: ({ terms }) => terms.length > 0 && <Terms terms={terms} />,
  }),
  start_date: columnOf(bidFieldMeta, 'start_date', {
    width: '104px',
    matters: 'wide',
    show: ({ start_date }) => start_date && <DateText value={start_date} format="day" />,
  }),
} satisfies Record<string, Column<Bid>>

/** The bids of an opportunity, left to right (OPD-6). */
export const columns = (remove: (bid: Bid) => void): readonly Column<Bid>[] => [
  parts.edit,
  { ...parts.name, total: () => 'All bids' },
  parts.legal_entity,
  parts.supplier,
  parts.utility_state,
  { ...parts.annual_volume, total: totalVolume },
  parts.pricing_type,
  parts.terms,
  parts.start_date,
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '40px',
    show: (bid) => (
      <IfAllowed to="remove" of="bids">
        <RowMenu name={bidTitle(bid)} actions={[{ label: 'Delete', danger: true, act: () => remove(bid) }]} />
      </IfAllowed>
    ),
  },
]

/** The bids of all opportunities (BID-13). */
export const bidListColumns: readonly Column<Bid>[] = [
  parts.edit,
  { ...parts.name, width: '18%' },
  { ...parts.opportunity, width: '22%' },
  { ...parts.legal_entity, width: '22%' },
  { ...parts.supplier, width: '104px' },
  parts.annual_volume,
  parts.pricing_type,
  { ...parts.terms, matters: 'wide' },
  { ...parts.start_date, width: '112px' },
  { ...parts.utility_state, isOptional: true },
  columnOf(bidFieldMeta, 'swing', { width: '110px', matters: 'wide', isOptional: true }),
  columnOf(bidFieldMeta, 'new_renewal', { width: '110px', matters: 'wide', isOptional: true }),
  columnOf(bidFieldMeta, 'meter_count', { width: '96px', matters: 'wide', isOptional: true }),
  columnOf(bidFieldMeta, 'modified_at', { width: '120px', matters: 'wide', isOptional: true }),
]

/** The bids of an organization (ORG-10). */
export const organizationBidColumns: readonly Column<Bid>[] = [
  parts.edit,
  parts.name,
  parts.opportunity,
  parts.supplier,
  parts.annual_volume,
  parts.pricing_type,
  parts.terms,
  parts.start_date,
]
