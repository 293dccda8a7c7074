import { contract, type Row } from '../../../contract'
import type { AddressType } from '../../organizationAddresses/faces'

/** An address as a map shows it. */
export interface MapPlace {
  key: number
  /** The address on one line. */
  label: string
  /** Where more is told of it; none on its own page. */
  to?: string
  /** Degrees north and east; null where nobody has given them. */
  latitude: number | null
  longitude: number | null
  city: string
  /** The state's name. */
  state: string | undefined
  /** What it is used for. */
  types: readonly AddressType[]
  /** Whether it still is. */
  status: Row<'organizationAddresses'>['property_status']
}

/** The most telling use first: its sign stands for a place that has several. */
const order: readonly AddressType[] = ['headquarters', 'billing_address', 'service_location']

/** The use whose sign a place has; the last one where none is known. */
export const signOf = ({ types }: Pick<MapPlace, 'types'>): AddressType =>
  order.find((type) => types.includes(type)) ?? 'service_location'

/** The uses that places have, in the order of the contract. */
export const typesIn = (places: readonly MapPlace[]): AddressType[] =>
  contract.organizationAddresses.fields.address_type.options.filter((type) =>
    places.some((place) => signOf(place) === type),
  )
