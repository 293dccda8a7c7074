import { crudApi } from './kit/crudApi'
import { activeAddresses } from './kit/linkFilters'

/** ADR-1 to ADR-5. Failures are shown by the form or dialog that sent the request. */
export const addressesApi = crudApi('addresses', {
  expand: ['state', 'organizations_addresses.organization', 'created_by', 'modified_by'],
  linkFilter: activeAddresses,
})
