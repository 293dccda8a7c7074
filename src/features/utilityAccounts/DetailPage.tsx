import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { ContractAccounts } from '../../resources/contractAccounts/ContractAccounts'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { AccountMeters } from '../../resources/meters/AccountMeters'
import { fieldMeta, fields } from '../../resources/utilityAccounts/parts'
import { utilityAccountPaths } from '../../resources/utilityAccounts/paths'
import { utilityAccounts } from '../../resources/utilityAccounts/resource'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { LinkButton } from '../../ui/page/LinkButton'

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
          <LinkButton to={utilityAccountPaths.usage(id)}>Usage, month by month</LinkButton>
        </p>
        <AccountMeters account={id} />
        <ContractAccounts of="utility_account" id={id} />
      </>
    )}
  </CrudDetail>
)
