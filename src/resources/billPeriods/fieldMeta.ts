import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import type { Known } from '../kit/fieldMeta'

const unitOf = ({ unit }: Known<'billPeriods'>) => unit ?? ''
const readTypes = { actual: 'Actual', estimated: 'Estimated', customer: 'By the customer' } as const
const statuses = { current: 'Current', cancelled: 'Cancelled' } as const

/** Bill periods (USE-3). */
export const fieldMeta = defineFieldMeta('billPeriods', {
  bill_period_id: excludedFields,
  meter: { label: 'Meter' },
  read_from: { label: 'From', format: 'day' },
  read_to: { label: 'To', format: 'day', help: 'The day of the closing read.' },
  quantity: { label: 'Quantity', unit: unitOf },
  unit: { label: 'Unit' },
  heat_content: { label: 'Heat Content', unit: () => 'MMBtu per mcf' },
  read_type: { label: 'Read Type', nameOf: (type: keyof typeof readTypes) => readTypes[type] },
  status: { label: 'Status', nameOf: (status: keyof typeof statuses) => statuses[status] },
  cancels: excludedFields,
  commodity_cost: { label: 'Commodity Cost', prefix: '$' },
  source: { label: 'Source' },
  volume_dth: { label: 'Volume', unit: () => 'dth' },
  heat_content_used: excludedFields,
  days: { label: 'Days' },
  ...stampFieldMeta,
})
