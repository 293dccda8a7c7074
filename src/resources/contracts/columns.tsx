import { nameOf } from '../../contract'
import { columnOf } from '../kit/columnOf'
import { OrganizationName } from '../organizations/OrganizationName'
import { RecordLink } from '../../ui/page/RecordLink'
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

/** The columns of the list, left to right. */
export const columns = [
  name,
  columnOf(fieldMeta, 'organization', {
    width: '21%',
    show: ({ organization }) => <OrganizationName id={organization} />,
  }),
  ...ownColumns.slice(1),
]
