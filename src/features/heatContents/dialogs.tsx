import { heatContentsApi } from '../../api/marketApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/heatContents/parts'

/** One dialog creates or edits a record, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: heatContentsApi, fieldMeta, fields })
