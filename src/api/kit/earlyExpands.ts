import type { ResourceName } from '../../contract'
import type { LinkFilter } from '../../contract/linkFilters'
import type { ExpandOf } from './expands'

const ofAddress = [
  'state',
  'organizations_addresses.organization',
  'created_by',
  'modified_by',
] as const satisfies readonly ExpandOf<'addresses'>[]

/** Expands of the lists that are prefetched before the application starts (OPL-6, CON-1). */
export const listExpands = {
  opportunities: ['created_by', 'modified_by', 'tags'],
  organizations: [],
  contacts: ['organizations_contacts', 'organizations_contacts.organization'],
  addresses: ofAddress,
} as const satisfies { [N in ResourceName]?: readonly ExpandOf<N>[] }

/** The link filters of these lists: part 2 §7 requires active addresses in all of them. */
const activeAddresses: LinkFilter = { organizations_addresses__property_status: 'active' }
export const listLinkFilters: Readonly<Partial<Record<keyof typeof listExpands, LinkFilter>>> = {
  organizations: activeAddresses,
  contacts: activeAddresses,
  addresses: activeAddresses,
}

/** Expands of the records that are prefetched before the application starts. */
export const recordExpands = {
  opportunities: [
    'created_by',
    'modified_by',
    'tags',
    'organizations.home_state',
    'organizations.addresses.state',
    'organizations.addresses.organizations_addresses',
    'bids.opportunity',
    'bids.legal_entity',
    'bids.utility_state.utility',
    'bids.utility_state.state',
  ],
  // A large organization has thousands of contacts, addresses and bids: screens page through them (SHELL-8).
  organizations: ['home_state', 'created_by', 'modified_by'],
  contacts: [
    'organizations_contacts',
    'organization',
    'organizations_contacts.modified_by',
    'created_by',
    'modified_by',
  ],
  addresses: ofAddress,
} as const satisfies { [N in keyof typeof listExpands]: readonly ExpandOf<N>[] }

/** The prefetch of a screen's page, before the application starts. */
export type Early = { list: keyof typeof listExpands } | { record: keyof typeof recordExpands }
