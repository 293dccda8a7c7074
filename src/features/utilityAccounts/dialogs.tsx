import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/utilityAccounts/parts'

/** One dialog creates or edits a utility account, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: utilityAccountsApi, fieldMeta, fields })
