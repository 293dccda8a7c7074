import { listLinkFilters, recordExpands } from './kit/earlyExpands'
import { plainApi } from './kit/plainApi'

/** ADR-1 to ADR-5. Failures are shown by the form or dialog that sent the request. */
export const addressesApi = plainApi('addresses', {
  expand: recordExpands.addresses,
  linkFilter: listLinkFilters.addresses,
})
