import { teamsApi } from '../../api/teamsApi'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { facts, fieldMeta } from '../../resources/teams/parts'
import { teams } from '../../resources/teams/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/teams/{id} */
export const Page = () => (
  <CrudDetail api={teamsApi} view={teams} fieldMeta={fieldMeta} facts={facts} dialogs={dialogs} />
)
