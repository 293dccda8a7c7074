import type { LinkFilter } from '../../contract/linkFilters'

/** The links of the lists that name addresses: part 2 §7 requires active ones. */
export const activeAddresses: LinkFilter = { organizations_addresses__property_status: 'active' }
