import { bidsApi } from '../../api/bidsApi'
import { organizationAddressesApi } from '../../api/organizationAddressesApi'
import { organizationContactsApi } from '../../api/organizationContactsApi'
import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { contractsApi } from '../../api/contractsApi'
import { contract } from '../../contract'
import { countAnew } from '../../resources/kit/countAnew'
import { useLinkCounts } from '../../resources/kit/links'
import type { OrganizationTab } from '../../resources/organizations/paths'

/** Number of entries in each tab; undefined until loaded. */
export type OrganizationCounts = Readonly<
  Record<Exclude<OrganizationTab, 'details' | 'history'>, number | undefined>
>

/** Numbers of an organization's active contacts and addresses, of its bids, contracts and utility accounts (ORG-6, USE-1), counted by the server. */
export const useOrganizationCounts = (organization: number): OrganizationCounts => {
  const contacts = useLinkCounts(organizationContactsApi, 'organizationContacts', { organization })
  const addresses = useLinkCounts(organizationAddressesApi, 'organizationAddresses', { organization })
  const bids = bidsApi.endpoints.bidsList.useQuery(
    {
      q: '',
      limit: 1,
      offset: 0,
      ordering: contract.bids.defaultOrdering,
      legal_entity: organization,
    },
    countAnew,
  )
  const contracts = contractsApi.list.useQuery(
    { q: '', limit: 1, offset: 0, ordering: contract.contracts.defaultOrdering, organization },
    countAnew,
  )
  const accounts = utilityAccountsApi.list.useQuery(
    { q: '', limit: 1, offset: 0, ordering: contract.utilityAccounts.defaultOrdering, organization },
    countAnew,
  )
  return {
    contacts: contacts.active,
    addresses: addresses.active,
    bids: bids.count,
    contracts: contracts.count,
    accounts: accounts.count,
  }
}
