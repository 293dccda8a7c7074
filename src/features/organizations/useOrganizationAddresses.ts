import { useMemo } from 'react'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import { useRow, useRows } from '../../api/kit/hooks'
import type { ListResult } from '../../api/kit/queries'
import type { Row } from '../../contract'
import { useMarkers } from '../../resources/addresses/map/useMarkers'
import { legalAddress } from '../../resources/organizations/legalAddress'

/** Maximum number of places on a map. */
const atMost = 100
const noIds: readonly number[] = []
/** Selects only the answer, so that refetching causes no re-render. */
const answerAlone = {
  refetchOnMountOrArgChange: true,
  selectFromResult: ({ data }: { data?: ListResult | undefined }) => ({ data }),
} as const

/** Loaded addresses of an organization, active ones first, and the legal one. */
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
  const places = useMarkers(addressIds, { organization })
  return { isKnown: data !== undefined, places, legal, state }
}

export type OrganizationAddresses = ReturnType<typeof useOrganizationAddresses>
