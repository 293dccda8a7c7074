import { suppliersApi } from '../../api/suppliersApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/suppliers/parts'

/** One dialog creates or edits a supplier, one deletes it (QUO-1). */
export const { Edit, Delete } = crudDialogs({ api: suppliersApi, fieldMeta, fields })
