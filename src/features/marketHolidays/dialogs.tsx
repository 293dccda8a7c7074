import { marketHolidaysApi } from '../../api/marketApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/marketHolidays/parts'

/** One dialog creates or edits a record, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: marketHolidaysApi, fieldMeta, fields })
