import { useMemo } from 'react'
import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { searchMatcher } from '../../contract/searchTerms'
import { legalAddress } from '../../resources/organizations/legalAddress'

/** An organization of a deal. */
export interface LegalEntity {
  organization: Row<'organizations'>
  /** Undefined without an address, or until loaded. */
  address: Row<'addresses'> | undefined
}

/** The loaded organizations of a deal in their order, each with its legal address. */
export const useLegalEntities = (ids: readonly number[]): LegalEntity[] => {
  const organizations = useRows('organizations', ids)
  const addressIds = useMemo(() => organizations.flatMap(({ addresses }) => addresses), [organizations])
  const addresses = useRows('addresses', addressIds)
  const linkIds = useMemo(() => addresses.flatMap((address) => address.organizations_addresses), [addresses])
  const links = useRows('organizationAddresses', linkIds)

  return useMemo(
    () =>
      organizations.map((organization) => ({
        organization,
        address: legalAddress(
          organization.organization_id,
          addresses.filter(({ address_id }) => organization.addresses.includes(address_id)),
          links,
        ),
      })),
    [organizations, addresses, links],
  )
}

/** Whether a search matches an entity's name, numbers or street. */
export const matches = ({ organization, address }: LegalEntity, q: string): boolean => {
  const { name, tax_id, bin_number, zoominfo_id, duns_number } = organization
  return searchMatcher(q)([name, tax_id, bin_number, zoominfo_id, duns_number, address?.address_street])
}
