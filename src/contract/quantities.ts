/** The numbers of records that mean nothing without a unit, and their conversion with it (UNIT-2). */
import { contract, type ResourceName } from '.'
import type { Field } from './fields'
import { monthly, type GasUnit } from './gas/choices'
import { places, rounded } from './gas/decimal'
import { convertPrice, convertQuantity, defaultHeatContent, isVolumeUnit, quantityPlaces } from './gas/units'

type Values = Readonly<Record<string, unknown>>

/** The field with the unit of a number, which is a quantity, or a rate in USD per unit. */
interface Measure {
  readonly unitField: string
  readonly isRate?: true
}

const byPrice = { unitField: 'price_unit', isRate: true } as const
const byFee = { unitField: 'fee_unit', isRate: true } as const

/** Those in any unit of gas, which exports show as they are kept. */
const quoted: { readonly [N in ResourceName]?: Readonly<Record<string, Measure>> } = {
  quotes: { price: byPrice, basis: byPrice, transport: byPrice, fee: byFee },
  contracts: { price: byPrice, fee: byFee, ...monthly({ unitField: 'volume_unit' }) },
}

const measures = new Map<ResourceName, ReadonlyMap<string, Measure>>()

/** The numbers of a resource that have a unit. */
const measuresOf = (resource: ResourceName): ReadonlyMap<string, Measure> => {
  const known = measures.get(resource)
  if (known) return known
  const declared = Object.entries<Field>(contract[resource].fields).flatMap(([name, field]) =>
    field.kind === 'number' && field.quantity && 'unitField' in field.quantity
      ? [[name, field.quantity] as const]
      : [],
  )
  const found = new Map<string, Measure>([...declared, ...Object.entries(quoted[resource] ?? {})])
  measures.set(resource, found)
  return found
}

/** The field with the unit of a number; undefined for a field without one. */
export const unitFieldOf = (resource: ResourceName, name: string): string | undefined =>
  measuresOf(resource).get(name)?.unitField

/** The fields of a resource with the unit of other fields. */
export const unitFieldsOf = (resource: ResourceName): readonly string[] => [
  ...new Set([...measuresOf(resource).values()].map(({ unitField }) => unitField)),
]

/** The unit that a field names, or says by whether it is dekatherms: those without a value. */
const unitOf = (value: unknown): GasUnit =>
  typeof value === 'string' ? (value as GasUnit) : value === false ? 'th' : 'dth'

/** Whether two records, or forms of one, have a number in the same unit. */
export const isSameUnit = (resource: ResourceName, name: string, one: Values, other: Values): boolean => {
  const unitField = unitFieldOf(resource, name)
  return unitField === undefined || unitOf(one[unitField]) === unitOf(other[unitField])
}

const convert = (value: number, isRate: boolean, from: GasUnit, to: GasUnit): number => {
  const converted = (isRate ? convertPrice : convertQuantity)(value, from, to, defaultHeatContent)
  // Units of a kind differ by powers of ten, so that a round trip restores the digits.
  if (isVolumeUnit(from) === isVolumeUnit(to)) return converted.toNumber()
  return rounded(converted, isRate ? places.price : quantityPlaces[to])
}

/**
 * The numbers of a record, or of a form's values, in other units; the fields that name the units stay. What is no number,
 * such as invalid input, stays, too.
 * @param units the fields that name the units, such as another version of the record
 */
export const inUnitsOf = <V extends object>(resource: ResourceName, values: V, units: object): V => {
  const given = values as Values
  const converted = [...measuresOf(resource)].flatMap(([name, { unitField, isRate = false }]) => {
    const value = given[name]
    const [from, to] = [unitOf(given[unitField]), unitOf((units as Values)[unitField])]
    return typeof value === 'number' && from !== to ? [[name, convert(value, isRate, from, to)] as const] : []
  })
  return converted.length > 0 ? { ...values, ...Object.fromEntries(converted) } : values
}
