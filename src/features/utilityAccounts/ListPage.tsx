import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { CrudList } from '../../resources/kit/CrudList'
import { columns } from '../../resources/utilityAccounts/parts'
import { utilityAccounts } from '../../resources/utilityAccounts/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/utility-accounts */
export const Page = () => (
  <CrudList api={utilityAccountsApi} view={utilityAccounts} columns={columns} dialogs={dialogs} />
)
