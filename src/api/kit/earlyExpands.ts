import type { ResourceName } from '../../contract'
import type { ExpandOf } from './expands'

const ofAddress = [
  'state',
  'current_organizations',
  'created_by',
  'modified_by',
] as const satisfies readonly ExpandOf<'addresses'>[]

/** What the lists that are asked for before the application has started show of the records around theirs (OPL-6, CON-1). */
export const listExpands = {
  opportunities: ['created_by', 'modified_by', 'tags'],
  organizations: [],
  contacts: ['organizations_contacts', 'organizations_contacts.organization'],
  addresses: ofAddress,
} as const satisfies { [N in ResourceName]?: readonly ExpandOf<N>[] }

/** All that the screens of one record name, where it is asked for that early. */
export const recordExpands = {
  opportunities: [
    'created_by',
    'modified_by',
    'tags',
    'organizations.addresses.state',
    'organizations.addresses.organizations_addresses',
    'bids.legal_entity',
    'bids.utility_state.utility',
    'bids.utility_state.state',
  ],
  // Its contacts, addresses and bids are thousands where it is large: screens page through them (SHELL-8).
  organizations: ['created_by', 'modified_by'],
  contacts: [
    'organizations_contacts',
    'organizations_contacts.organization',
    'organizations_contacts.modified_by',
    'created_by',
    'modified_by',
  ],
  addresses: ofAddress,
} as const satisfies { [N in keyof typeof listExpands]: readonly ExpandOf<N>[] }

/** What the page of a screen asks for itself, before there is a program. */
export type Early = { list: keyof typeof listExpands } | { record: keyof typeof recordExpands }
