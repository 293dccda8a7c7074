import { Link } from 'react-router-dom'
import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { ContractAccounts } from '../../resources/contractAccounts/ContractAccounts'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { fieldMeta, fields } from '../../resources/utilityAccounts/parts'
import { utilityAccountPaths } from '../../resources/utilityAccounts/paths'
import { utilityAccounts } from '../../resources/utilityAccounts/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** /mpg/utility-accounts/{id} */
export const Page = () => (
  <CrudDetail
    api={utilityAccountsApi}
    view={utilityAccounts}
    fieldMeta={fieldMeta}
    facts={fields}
    dialogs={dialogs}
  >
    {({ utility_account_id: id }) => (
      <>
        <p>
          <Link to={utilityAccountPaths.usage(id)}>Usage, month by month</Link>
        </p>
        <ContractAccounts of="utility_account" id={id} />
      </>
    )}
  </CrudDetail>
)
