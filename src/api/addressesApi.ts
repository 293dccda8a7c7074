import { plainApi } from './kit/plainApi'

/** ADR-1 to ADR-5. What a failure says, the form or the dialog says that tried. */
export const addressesApi = plainApi('addresses', {
  expand: ['state', 'current_organizations', 'created_by', 'modified_by'],
})
