import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { defineParts } from '../kit/resourceView'
import { OrganizationName } from '../organizations/OrganizationName'
import { UtilityStateText } from '../utilityStates/UtilityStateText'

export const fieldMeta = defineFieldMeta('utilityAccounts', {
  utility_account_id: excludedFields,
  organization: { label: 'Organization' },
  utility_state: { label: 'Utility State' },
  account_number: { label: 'Account Number', input: 'serial' },
  name: { label: 'Name' },
  rate_class: { label: 'Rate Class' },
  address: { label: 'Address' },
  status: {
    label: 'Status',
    nameOf: (status: 'active' | 'closed') => (status === 'active' ? 'Active' : 'Closed'),
  },
  opened_on: { label: 'Opened On', format: 'day' },
  closed_on: { label: 'Closed On', format: 'day' },
  mdq: { label: 'MDQ', unit: () => 'dth a day', help: 'The largest quantity of a day by contract.' },
  loa_expires_on: { label: 'LOA Expires On', format: 'day' },
  ...stampFieldMeta,
})

/** The fields of the form and of a record's page, in order. */
export const fields = [
  'organization',
  'utility_state',
  'account_number',
  'name',
  'rate_class',
  'address',
  'status',
  'opened_on',
  'closed_on',
  'mdq',
  'loa_expires_on',
] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'account_number', { width: '18%' }),
  columnOf(fieldMeta, 'name', { width: '18%', hasLine: true }),
  columnOf(fieldMeta, 'organization', {
    width: '22%',
    hasLine: true,
    show: ({ organization }) => <OrganizationName id={organization} />,
  }),
  columnOf(fieldMeta, 'utility_state', {
    hasLine: true,
    matters: 'wide',
    show: ({ utility_state }) => <UtilityStateText id={utility_state} />,
  }),
  columnOf(fieldMeta, 'status', { width: '10%' }),
]

/** Utility accounts in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: utilityAccountsApi.list, details: ({ name, rate_class }) => [name, rate_class] },
  trash: {},
})
