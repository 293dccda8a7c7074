import { metersApi } from '../../api/metersApi'
import type { Row } from '../../contract'
import { crudDialogs } from '../kit/crudDialogs'
import { fieldMeta, fields } from './parts'

/** One dialog creates or edits a meter, one deletes it. */
export const dialogsFor = (begins: Partial<Row<'meters'>>) =>
  crudDialogs({ api: metersApi, fieldMeta, fields, begins })
