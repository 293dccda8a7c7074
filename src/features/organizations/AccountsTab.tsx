import { useMemo } from 'react'
import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { contract } from '../../contract'
import { usageImport } from '../../resources/billPeriods/import'
import { ImportButton } from '../../resources/kit/ImportButton'
import { columns } from '../../resources/utilityAccounts/parts'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'

/** The columns that tell the organization's accounts apart. */
const ownColumns = columns.filter(({ key }) => key !== 'organization')

/** The utility accounts of the organization, paginated, and the import of their usage (USE-1, USE-11). */
export const AccountsTab = ({ id }: { id: number }) => {
  const list = useListState(contract.utilityAccounts)
  const within = useMemo(() => ({ organization: String(id) }), [id])
  const suggested = useMemo(() => ({ organization: id, utility_state: null }), [id])
  const button = <ImportButton view={usageImport} label="Import Usage" suggested={suggested} />
  return (
    <div className="stack">
      <div>{button}</div>
      <ListBody
        resource="utilityAccounts"
        endpoint={utilityAccountsApi.list}
        list={list}
        within={within}
        noun="accounts"
        columns={ownColumns}
        emptyDescription="The customer numbers of this organization at utilities stand here; an import of usage can create them."
      />
    </div>
  )
}
