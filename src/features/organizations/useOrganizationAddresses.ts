import { useMemo } from 'react'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import { useRow, useRows } from '../../api/kit/hooks'
import type { ListResult } from '../../api/kit/queries'
import type { Row } from '../../contract'
import { useMapPlaces } from '../../records/addresses/map/useMapPlaces'
import { legalAddress } from '../../records/organizations/legalAddress'

/** As many places as a map has room for. */
const atMost = 100
const noIds: readonly number[] = []
/** Whether it is being asked again draws nothing anew. */
const answerAlone = {
  refetchOnMountOrArgChange: true,
  selectFromResult: ({ data }: { data?: ListResult | undefined }) => ({ data }),
} as const

/** Where an organization is, as far as it is known: some of its addresses, active ones first, and the legal one. */
export const useOrganizationAddresses = (organization: number) => {
  const { data } = organizationAddressesApi.list.useQuery(
    { q: '', limit: atMost, offset: 0, ordering: 'property_status', organization },
    answerAlone,
  )
  const links = useRows('organizationAddresses', data?.ids ?? noIds)
  const addressIds = useMemo(() => links.map(({ address }) => address), [links])
  const addresses = useRows('addresses', addressIds)
  const legal: Row<'addresses'> | undefined = legalAddress(organization, addresses, links)
  const state = useRow('states', legal?.state)
  const places = useMapPlaces(addressIds, { organization })
  return { isKnown: data !== undefined, places, legal, state }
}

export type OrganizationAddresses = ReturnType<typeof useOrganizationAddresses>
