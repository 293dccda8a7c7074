import { listLinkFilters, recordExpands } from './kit/earlyExpands'
import { crudApi } from './kit/crudApi'

/** ADR-1 to ADR-5. Failures are shown by the form or dialog that sent the request. */
export const addressesApi = crudApi('addresses', {
  expand: recordExpands.addresses,
  linkFilter: listLinkFilters.addresses,
})
