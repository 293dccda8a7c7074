import { useMemo } from 'react'
import { useRows } from '../../../api/kit/hooks'
import type { Row } from '../../../contract'
import { useAddressLine } from '../addressLine'
import { addressPaths } from '../paths'
import type { MapPlace } from './markers'

const noIds: readonly number[] = []

/** The types of an address's links: expired links count only without active ones. */
const usedFor = (links: readonly Row<'organizationAddresses'>[]) => {
  const active = links.filter(({ property_status }) => property_status === 'active')
  const counting = active.length > 0 ? active : links
  return {
    types: [...new Set(counting.flatMap(({ address_type }) => address_type))],
    status: active.length > 0 || links.length === 0 ? ('active' as const) : ('expired' as const),
  }
}

interface MapOptions {
  /** Only the links of this organization; without it, all links. */
  organization?: number
  /** Without links, for the address's own page. */
  isOwnPage?: boolean
}

/** Addresses as places of AddressMap, as far as they, their links and their states are loaded. */
export const useMarkers = (
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
