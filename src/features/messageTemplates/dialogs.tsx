import { messageTemplatesApi } from '../../api/messageTemplatesApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/messageTemplates/parts'

/** One dialog creates or edits a message template, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: messageTemplatesApi, fieldMeta, fields })
