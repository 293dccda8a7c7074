import { teamsApi } from '../../api/teamsApi'
import { crudDialogs } from '../../resources/kit/crudDialogs'
import { fieldMeta, fields } from '../../resources/teams/parts'

/** One dialog creates or edits a team, one deletes it. */
export const { Edit, Delete } = crudDialogs({ api: teamsApi, fieldMeta, fields })
