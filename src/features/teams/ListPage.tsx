import { teamsApi } from '../../api/teamsApi'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/teams/parts'
import { teams } from '../../resources/teams/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/teams */
export const Page = () => <CrudList api={teamsApi} view={teams} columns={columns} dialogs={dialogs} />
