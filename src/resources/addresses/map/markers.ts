import { contract, type Row } from '../../../contract'
import type { AddressType } from '../../organizationAddresses/fieldMeta'

/** An address on a map. */
export interface MapPlace {
  key: number
  /** The address on one line. */
  label: string
  /** Path of its page; none on that page itself. */
  to?: string
  /** Degrees north and east; null where unknown. */
  latitude: number | null
  longitude: number | null
  city: string
  /** The state's name. */
  state: string | undefined
  /** Its address types. */
  types: readonly AddressType[]
  /** Status of the link. */
  status: Row<'organizationAddresses'>['property_status']
}

/** The most relevant type first: it determines the marker of a place with several. */
const order: readonly AddressType[] = ['headquarters', 'billing_address', 'service_location']

/** The type that determines a place's marker; the last one where none is known. */
export const signOf = ({ types }: Pick<MapPlace, 'types'>): AddressType =>
  order.find((type) => types.includes(type)) ?? 'service_location'

/** The types of some places, in the order of the contract. */
export const typesIn = (places: readonly MapPlace[]): AddressType[] =>
  contract.organizationAddresses.fields.address_type.options.filter((type) =>
    places.some((place) => signOf(place) === type),
  )
