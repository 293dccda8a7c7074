import { mixed, type ObjectSchema } from 'yup'
import type { Row } from '../../contract'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../resources/kit/layout'
import { months, type Unit } from '../../resources/bids/volumes'

/** Router state of the edit form when opened from the bid's own page. */
export const fromBid = { from: 'bid' }

export const cameFromBid = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && state.from === fromBid.from

type MonthField = (typeof months)[number]['field']
const monthFields = months.map(({ field }): MonthField => field)

/** The writable fields of a bid (BID-2); the opportunity is given by the page. */
export const layout = defineLayout(
  'bids',
  {
    service: {
      title: 'Customer and service',
      fields: ['legal_entity', 'utility_state', 'name', 'supplier', 'new_renewal', 'start_date'],
    },
    pricing: {
      title: 'Pricing',
      help: 'Swing is how far usage may stray from the contracted volume before it is settled at another price.',
      fields: ['pricing_type', 'index_name', 'pricing_point', 'terms', 'swing', 'special_pricing_needs'],
    },
    sites: {
      title: 'Sites and volumes',
      help: 'Suppliers price the shape of the year: give the months where they are known.',
      fields: ['utility_accounts', 'site_count', 'meter_count'],
    },
    volumes: { title: 'Volumes', fields: ['annual_volume', 'volume_unit', ...monthFields] },
  },
  ['opportunity'],
)

/** The form's values of a bid. The volumes always have a unit. */
export type BidValues = Omit<ValuesOf<typeof layout>, 'volume_unit'> & { volume_unit: Unit }

/** BID-3 */
export const schema: ObjectSchema<BidValues> = layoutSchema(layout).shape({
  volume_unit: mixed<Unit>().required(),
})

/** Initial values: of the edited bid, or the defaults of a new one. */
export const valuesFrom = (bid: Row<'bids'> | undefined) => layoutValues(layout, bid) as BidValues
