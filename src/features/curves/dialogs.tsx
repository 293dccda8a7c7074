import { curvesApi } from '../../api/curvesApi'
import { fieldMeta, fields } from '../../resources/curves/parts'
import { crudDialogs } from '../../resources/kit/crudDialogs'

/** One dialog creates or edits a curve, one deletes it (CRV-1). */
export const { Edit, Delete } = crudDialogs({ api: curvesApi, fieldMeta, fields })
