import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { usageImport } from '../../resources/billPeriods/import'
import { CrudList } from '../../resources/kit/CrudList'
import { ImportButton } from '../../resources/kit/ImportButton'
import { columns } from '../../resources/utilityAccounts/parts'
import { utilityAccounts } from '../../resources/utilityAccounts/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

/** Here the form of unknown numbers begins empty. */
const suggested = { organization: null, utility_state: null }

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/utility-accounts */
export const Page = () => (
  <CrudList
    api={utilityAccountsApi}
    view={utilityAccounts}
    columns={columns}
    dialogs={dialogs}
    actions={<ImportButton view={usageImport} label="Import Usage" suggested={suggested} />}
  />
)
