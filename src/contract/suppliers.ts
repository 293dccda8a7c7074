import { choice, id, integer, number, one, resource, stamps, text, texts, trashed } from './fields'
import { gasUnits } from './gas/choices'

/** Competing suppliers of gas, which quote prices for bids, and what is agreed with each. */
export const suppliers = resource({
  name: 'suppliers',
  path: '/api/mpg/suppliers/',
  title: 'Supplier',
  idField: 'supplier_id',
  nameField: 'name',
  fields: {
    supplier_id: id(),
    name: text({ required: true }),
    organization: one('organizations'),
    status: choice(['active', 'inactive'], { default: 'active' }),
    quote_emails: texts({ maxItems: 20, apiDescription: 'Where requests for quotes are sent.' }),
    price_unit: choice(gasUnits, { apiDescription: 'The unit that its prices are per.' }),
    pricing_point: choice(['City Gate', 'Burner Tip']),
    notes: text({ max: 10_000, shape: 'lines' }),
    commission_model: choice(['residual', 'upfront', 'hybrid']),
    upfront_percent: number({ min: 0, max: 100 }),
    paid_at: choice(['signing', 'flow_start']),
    lag_months: integer({ min: 0, max: 12 }),
    clawback_rule: choice(['none', 'pro_rata_months', 'pro_rata_volume', 'full']),
    clawback_within_months: integer({ min: 0, max: 120, apiDescription: '0: the whole term.' }),
    tolerance_amount: number({ min: 0, default: 1, apiDescription: 'USD.' }),
    tolerance_percent: number({ min: 0, max: 100, default: 2 }),
    ...stamps,
    ...trashed,
  },
  orderings: ['name', 'status', 'created_at', 'modified_at'],
  defaultOrdering: 'name',
  filters: ['status', 'organization'],
  trash: true,
})
