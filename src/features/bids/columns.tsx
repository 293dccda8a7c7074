import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract'
import { Badge } from '../../ui/Badge'
import type { Column } from '../../ui/columns'
import { DateText } from '../../ui/DateText'
import { RowMenu } from '../../ui/RowMenu'
import { bidTitle, pricingTypeName, termName } from './names'
import { bidPath, editPath } from './paths'
import { UtilityStateText } from './UtilityStateText'
import { OrganizationName } from './valueText'
import { Volume } from './Volume'

type Bid = Row<'bids'>

const Badges = ({ names }: { names: readonly string[] }) => (
  <span className="badges">
    {names.map((name) => (
      <Badge key={name} text={name} asWritten />
    ))}
  </span>
)

/** The bids of an opportunity, left to right (OPD-6). */
export const columns = (remove: (bid: Bid) => void): readonly Column<Bid>[] => [
  {
    key: 'edit',
    title: 'Edit',
    width: '48px',
    show: (bid) => (
      <Link
        to={editPath(bid.opportunity, bid.bid_id)}
        className="icon-link"
        aria-label={`Edit ${bidTitle(bid)}`}
        title="Edit"
      >
        <EditOutlined aria-hidden />
      </Link>
    ),
  },
  {
    key: 'name',
    title: 'Name',
    isName: true,
    show: (bid) => <Link to={bidPath(bid.opportunity, bid.bid_id)}>{bidTitle(bid)}</Link>,
  },
  {
    key: 'legal_entity',
    title: 'Legal Entity',
    show: ({ legal_entity }) => <OrganizationName id={legal_entity} />,
  },
  { key: 'supplier', title: 'Supplier', width: '80px', show: ({ supplier }) => supplier },
  {
    key: 'utility_state',
    title: 'Utility State',
    width: '18%',
    show: ({ utility_state }) => <UtilityStateText id={utility_state} />,
  },
  {
    key: 'annual_volume',
    title: 'Annual Volume',
    align: 'right',
    width: '11%',
    show: ({ annual_volume, volume_unit }) => <Volume volume={annual_volume} unit={volume_unit} />,
  },
  {
    key: 'pricing_type',
    title: 'Pricing Type',
    width: '10%',
    show: ({ pricing_type }) => <Badges names={pricing_type.map(pricingTypeName)} />,
  },
  {
    key: 'terms',
    title: 'Terms',
    width: '12%',
    show: ({ terms }) => <Badges names={terms.map(termName)} />,
  },
  {
    key: 'start_date',
    title: 'Start Date',
    width: '104px',
    show: ({ start_date }) => <DateText value={start_date} format="day" />,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: '72px',
    show: (bid) => (
      <RowMenu name={bidTitle(bid)} actions={[{ label: 'Delete', danger: true, act: () => remove(bid) }]} />
    ),
  },
]
