import { defineFieldMeta, shortStampFieldMeta, excludedFields, type Known } from '../kit/fieldMeta'
import { pricingTypeName, swingName, termName } from './names'
import { months } from './volumes'

type Bid = Known<'bids'>

/** The default unit is dekatherms. */
const unitOf = ({ volume_unit }: Bid) => volume_unit ?? 'dth'

type MonthField = (typeof months)[number]['field']
const monthFaces = Object.fromEntries(
  months.map(({ field, name }) => [field, { label: name, unit: unitOf }]),
) as Record<MonthField, { label: string; unit: typeof unitOf }>

/** Metadata of the fields of bids. */
export const bidFieldMeta = defineFieldMeta('bids', {
  bid_id: excludedFields,
  name: { label: 'Name' },
  opportunity: { label: 'Opportunity' },
  supplier: { label: 'Supplier' },
  legal_entity: { label: 'Legal Entity' },
  utility_state: { label: 'Utility State' },
  annual_volume: { label: 'Annual Volume', unit: unitOf },
  volume_unit: { label: 'Volume Unit', help: 'Switching converts every volume: 1 dth = 10 th.' },
  ...monthFaces,
  terms: { label: 'Terms', nameOf: termName, common: [6, 12, 18, 24, 36, 48] },
  swing: { label: 'Swing', nameOf: swingName, common: [0.05, 0.1, 0.2, 0.25, 1] },
  pricing_type: { label: 'Pricing Type', nameOf: pricingTypeName },
  site_count: { label: 'Site Count' },
  meter_count: { label: 'Meter Count' },
  start_date: { label: 'Start Date', format: 'namedDay' },
  special_pricing_needs: { label: 'Special Pricing Needs ID' },
  new_renewal: { label: 'New/Renewal' },
  index_name: { label: 'Index Name', help: 'For index pricing.' },
  pricing_point: { label: 'Pricing Point' },
  utility_accounts: { label: 'Utility Accounts' },
  ...shortStampFieldMeta,
})
