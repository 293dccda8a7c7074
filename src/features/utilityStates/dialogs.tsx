import { utilityStatesApi } from '../../api/utilityStatesApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/utilityStates/parts'

/** One dialog creates or edits a service, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: utilityStatesApi, fieldMeta, fields })
