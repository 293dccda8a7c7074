import { suppliersApi } from '../../api/suppliersApi'
import { capitalized } from '../../contract/formats'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { defineParts } from '../kit/resourceView'
import { OrganizationName } from '../organizations/OrganizationName'

const clawbackRules = {
  none: 'None',
  pro_rata_months: 'Pro rata by months',
  pro_rata_volume: 'Pro rata by volume',
  full: 'Full',
} as const

export const fieldMeta = defineFieldMeta('suppliers', {
  supplier_id: excludedFields,
  name: { label: 'Name' },
  organization: { label: 'Organization' },
  status: { label: 'Status', nameOf: capitalized, help: 'Inactive ones are not offered for new quotes.' },
  quote_emails: { label: 'Emails for Quotes', help: 'One per line.' },
  price_unit: { label: 'Price Unit', help: 'The unit that its prices are per.' },
  pricing_point: { label: 'Pricing Point' },
  notes: { label: 'Notes', wide: true },
  commission_model: { label: 'Commission', nameOf: capitalized },
  upfront_percent: { label: 'Upfront', unit: () => '%' },
  paid_at: {
    label: 'Upfront Paid At',
    nameOf: (option: 'signing' | 'flow_start') => (option === 'signing' ? 'Signing' : 'Flow start'),
  },
  lag_months: { label: 'Paid After', unit: () => 'months' },
  clawback_rule: {
    label: 'Clawback',
    nameOf: (option: keyof typeof clawbackRules) => clawbackRules[option],
  },
  clawback_within_months: {
    label: 'Clawback Within',
    unit: () => 'months',
    help: '0 stands for the whole term.',
  },
  tolerance_amount: { label: 'Tolerance', prefix: '$', unit: () => 'per payment' },
  tolerance_percent: { label: 'Tolerance in Percent', unit: () => '%' },
  ...stampFieldMeta,
})

/** The fields of the form and of a record's page, in order. */
export const fields = [
  'name',
  'organization',
  'status',
  'quote_emails',
  'price_unit',
  'pricing_point',
  'notes',
  'commission_model',
  'upfront_percent',
  'paid_at',
  'lag_months',
  'clawback_rule',
  'clawback_within_months',
  'tolerance_amount',
  'tolerance_percent',
] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'name', { width: '24%' }),
  columnOf(fieldMeta, 'status', { width: '9%' }),
  columnOf(fieldMeta, 'organization', {
    width: '20%',
    matters: 'wide',
    show: ({ organization }) => organization !== null && <OrganizationName id={organization} />,
  }),
  columnOf(fieldMeta, 'quote_emails'),
  columnOf(fieldMeta, 'price_unit', { width: '9%' }),
  columnOf(fieldMeta, 'pricing_point', { width: '11%', matters: 'wide' }),
]

/** Suppliers in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: suppliersApi.list, details: ({ quote_emails }) => quote_emails },
  trash: {},
})
