import { nameOf } from '../../contract'
import { columnOf } from '../kit/columnOf'
import { OrganizationName } from '../organizations/OrganizationName'
import { RecordLink } from '../../ui/page/RecordLink'
import { formatNumber } from '../../ui/value/numbers'
import { fieldMeta } from './fieldMeta'
import { contractPaths } from './paths'

const name = columnOf(fieldMeta, 'contract_number', {
  width: '14%',
  isName: true,
  show: (row) => <RecordLink to={contractPaths.path(row.contract_id)}>{nameOf('contracts', row)}</RecordLink>,
})

/** The columns of a contract within one organization or opportunity. */
export const ownColumns = [
  name,
  columnOf(fieldMeta, 'state', { width: '13%' }),
  columnOf(fieldMeta, 'supplier', { width: '17%' }),
  columnOf(fieldMeta, 'start_date', { width: '11%', matters: 'wide' }),
  columnOf(fieldMeta, 'end_date', { width: '11%' }),
  columnOf(fieldMeta, 'notice_by', { width: '11%' }),
  columnOf(fieldMeta, 'days_to_end', { width: '8%' }),
]

const organization = columnOf(fieldMeta, 'organization', {
  width: '21%',
  show: (row) => <OrganizationName id={row.organization} />,
})

/** Beside the customer they would leave no room for whole days on tablets. */
const first = new Set(['state', 'end_date', 'notice_by'])

/** The columns of the list, left to right. */
export const columns = [
  name,
  organization,
  ...ownColumns
    .slice(1)
    .map((column) => (first.has(column.key) ? column : { ...column, matters: 'wide' as const })),
]

/** The columns of the renewal page (CTR-8). */
export const renewalColumns = [
  name,
  organization,
  columnOf(fieldMeta, 'supplier', { width: '15%', matters: 'wide' }),
  columnOf(fieldMeta, 'notice_by', { width: '11%' }),
  columnOf(fieldMeta, 'end_date', { width: '11%', matters: 'wide' }),
  columnOf(fieldMeta, 'days_to_end', { width: '7%', matters: 'wide' }),
  columnOf(fieldMeta, 'yearly_fee', { width: '11%' }),
  columnOf(fieldMeta, 'annual_dth', {
    width: '10%',
    matters: 'wide',
    show: ({ annual_dth }) => annual_dth !== null && formatNumber(annual_dth),
  }),
  columnOf(fieldMeta, 'renewal', { width: '14%', matters: 'wide' }),
]
