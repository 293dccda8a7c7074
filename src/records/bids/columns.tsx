import type { Row } from '../../contract'
import { Badge } from '../../ui/value/Badge'
import type { Column } from '../../ui/table/columns'
import { DateText } from '../../ui/value/DateText'
import { EditLink } from '../../ui/table/EditLink'
import { RowMenu } from '../../ui/table/RowMenu'
import { columnOf } from '../kit/columnOf'
import { OpportunityLink } from '../opportunities/OpportunityLink'
import { valueOf } from '../kit/valueOf'
import { bidFaces } from './faces'
import { bidTitle, pricingTypeName, termName } from './names'
import { bidPaths } from './paths'
import { converted, monthlySum } from './volumes'
import { RecordLink } from '../../ui/page/RecordLink'

type Bid = Row<'bids'>

const PricingTypes = ({ ids }: { ids: readonly number[] }) => (
  <span className="badges" title={ids.map(pricingTypeName).join(', ')}>
    {ids.map((id) => (
      <Badge key={id} text={pricingTypeName(id)} asWritten />
    ))}
  </span>
)

/** As many terms as two lines have room for; the others are counted. */
const termsOfRow = 4

/** In rising order, each in a place of the same width, so that they can be compared down the column. */
const Terms = ({ terms }: { terms: readonly number[] }) => {
  const rising = [...terms].sort((a, b) => a - b)
  const shown = rising.length > termsOfRow ? rising.slice(0, termsOfRow - 1) : rising
  const others = rising.slice(shown.length).map(termName)
  return (
    <span className="bid-terms" title={rising.map(termName).join(', ')}>
      {shown.map((months) => {
        const [number, unit] = termName(months).split(' ')
        return (
          <span key={months} className="bid-term">
            {number}
            <span className="bid-term-unit"> {unit}</span>
          </span>
        )
      })}
      {others.length > 0 && (
        <span className="bid-term">
          +{others.length}
          <span className="visually-hidden">: {others.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

/** What the bids come to, in the unit of all of them, or in dekatherms where they differ. */
const totalVolume = (bids: readonly Bid[]) => {
  const [unit = 'dth', ...others] = new Set(bids.map(({ volume_unit }) => volume_unit))
  const common = others.length > 0 ? 'dth' : unit
  const volumes = bids.map(({ annual_volume, volume_unit }) => converted(annual_volume, volume_unit, common))
  const sum = monthlySum(volumes)
  return sum === null ? null : valueOf(bidFaces, 'annual_volume', { annual_volume: sum, volume_unit: common })
}

/** The columns of bids, wherever they are listed. */
const parts = {
  edit: {
    key: 'edit',
    title: 'Edit',
    isActions: true,
    width: '40px',
    show: (bid) => <EditLink to={bidPaths.edit(bid.opportunity, bid.bid_id)} name={bidTitle(bid)} />,
  },
  name: columnOf(bidFaces, 'name', {
    isName: true,
    show: (bid) => (
      <RecordLink to={bidPaths.record(bid.opportunity, bid.bid_id)} title={bidTitle(bid)}>
        {bidTitle(bid)}
      </RecordLink>
    ),
  }),
  opportunity: columnOf(bidFaces, 'opportunity', {
    hasLine: true,
    hasLinks: true,
    show: ({ opportunity }) => <OpportunityLink id={opportunity} />,
  }),
  legal_entity: columnOf(bidFaces, 'legal_entity', { hasLine: true }),
  supplier: columnOf(bidFaces, 'supplier', { width: '80px', matters: 'wide', hasLine: true }),
  utility_state: columnOf(bidFaces, 'utility_state', { width: '17%', matters: 'wide', hasLine: true }),
  annual_volume: columnOf(bidFaces, 'annual_volume', { width: '136px' }),
  pricing_type: columnOf(bidFaces, 'pricing_type', {
    width: '124px',
    matters: 'wide',
    show: ({ pricing_type }) => pricing_type.length > 0 && <PricingTypes ids={pricing_type} />,
  }),
  terms: columnOf(bidFaces, 'terms', {
    width: '164px',
    show: ({ terms }) => terms.length > 0 && <Terms terms={terms} />,
  }),
  start_date: columnOf(bidFaces, 'start_date', {
    width: '104px',
    show: ({ start_date }) => start_date && <DateText value={start_date} format="day" />,
  }),
} satisfies Record<string, Column<Bid>>

/** The bids of an opportunity, left to right (OPD-6). */
export const columns = (remove: (bid: Bid) => void): readonly Column<Bid>[] => [
  parts.edit,
  { ...parts.name, total: () => 'Total' },
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
      <RowMenu name={bidTitle(bid)} actions={[{ label: 'Delete', danger: true, act: () => remove(bid) }]} />
    ),
  },
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
