import { useMemo } from 'react'
import { useRows } from '../../../api/kit/hooks'
import type { Row } from '../../../contract'
import { useAddressLine } from '../addressLine'
import { addressPaths } from '../paths'
import type { MapPlace } from './places'

const noIds: readonly number[] = []

/** What an address is used for: as long as somebody uses it, nothing that has ended counts. */
const usedFor = (links: readonly Row<'organizationAddresses'>[]) => {
  const active = links.filter(({ property_status }) => property_status === 'active')
  const counting = active.length > 0 ? active : links
  return {
    types: [...new Set(counting.flatMap(({ address_type }) => address_type))],
    status: active.length > 0 || links.length === 0 ? ('active' as const) : ('expired' as const),
  }
}

interface MapOptions {
  /** The organization whose use of the addresses counts; everybody's where none is given. */
  organization?: number
  /** Without links, for the page of the address itself. */
  isOwnPage?: boolean
}

/** Addresses as AddressMap shows them, as far as they, their links and their states are known. */
export const useMapPlaces = (
  ids: readonly number[] = noIds,
  { organization, isOwnPage = false }: MapOptions = {},
): MapPlace[] => {
  const lineOf = useAddressLine()
  const addresses = useRows('addresses', ids)
  const linkIds = useMemo(() => addresses.flatMap((address) => address.organizations_addresses), [addresses])
  const links = useRows('organizationAddresses', linkIds)
  const states = useRows(
    'states',
    useMemo(() => addresses.map(({ state }) => state), [addresses]),
  )
  return useMemo(
    () =>
      addresses.map((address) => ({
        key: address.address_id,
        label: lineOf(address),
        ...(!isOwnPage && { to: addressPaths.details(address.address_id) }),
        latitude: address.latitude,
        longitude: address.longitude,
        city: address.city,
        state: states.find(({ state_id }) => state_id === address.state)?.name,
        ...usedFor(
          links.filter(
            (link) =>
              link.address === address.address_id &&
              (organization === undefined || link.organization === organization),
          ),
        ),
      })),
    [addresses, links, lineOf, states, organization, isOwnPage],
  )
}
