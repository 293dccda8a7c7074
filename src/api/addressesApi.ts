import { recordExpands } from './kit/earlyExpands'
import { plainApi } from './kit/plainApi'

/** ADR-1 to ADR-5. What a failure says, the form or the dialog says that tried. */
export const addressesApi = plainApi('addresses', { expand: recordExpands.addresses })
