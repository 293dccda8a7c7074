import { mixed, type ObjectSchema } from 'yup'
import { contract, type Row } from '../../contract'
import { schemaOf } from '../../ui/form/schemaOf'
import { valuesOf, type FormValues } from '../../ui/form/values'
import { months, type Unit } from './volumes'

type MonthField = (typeof months)[number]['field']

/** Every field that people write, by what it is called, from the top of the form to its end (BID-2). */
export const labels = {
  legal_entity: 'Legal Entity',
  utility_state: 'Utility State',
  name: 'Name',
  supplier: 'Supplier',
  new_renewal: 'New/Renewal',
  start_date: 'Start Date',
  pricing_type: 'Pricing Type',
  index_name: 'Index Name',
  pricing_point: 'Pricing Point',
  terms: 'Terms',
  swing: 'Swing',
  special_pricing_needs: 'Special Pricing Needs ID',
  site_count: 'Site Count',
  meter_count: 'Meter Count',
  annual_volume: 'Annual Volume',
  volume_unit: 'Volume Unit',
  ...(Object.fromEntries(months.map(({ field, name }) => [field, name])) as Record<MonthField, string>),
} as const satisfies Partial<Record<keyof Row<'bids'>, string>>

export type BidField = keyof typeof labels
export const fieldsInOrder = Object.keys(labels) as BidField[]

/** A bid as the form holds it. Its volumes are always in some unit. */
export type BidValues = Omit<FormValues<typeof contract.bids.fields, BidField>, 'volume_unit'> & {
  volume_unit: Unit
}

/** BID-3 */
export const schema: ObjectSchema<BidValues> = schemaOf(contract.bids, fieldsInOrder).shape({
  volume_unit: mixed<Unit>().required(),
})

/** What the form begins with: the bid that is changed, or the defaults of a new one. */
export const valuesFrom = (bid?: Row<'bids'>) => valuesOf(contract.bids, fieldsInOrder, bid) as BidValues
