import { metersApi } from '../../api/metersApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/meters/parts'

/** One dialog creates or edits a meter, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: metersApi, fieldMeta, fields })
