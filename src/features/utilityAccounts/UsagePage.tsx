import { useId, useMemo, useState } from 'react'
import { billPeriodsApi } from '../../api/billPeriodsApi'
import { asApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import { useUsageMonthsQuery } from '../../api/usageApi'
import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import { contract, type Row } from '../../contract'
import { columns } from '../../resources/billPeriods/columns'
import { usageImport } from '../../resources/billPeriods/import'
import { ImportButton } from '../../resources/kit/ImportButton'
import { pageKind, RecordBars, RecordPage } from '../../resources/kit/RecordPage'
import { utilityAccountPaths } from '../../resources/utilityAccounts/paths'
import { utilityAccounts } from '../../resources/utilityAccounts/resource'
import { Switch } from '../../ui/antd/Switch'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import { PageHeader } from '../../ui/page/PageHeader'
import { localToday } from '../../ui/value/days'
import { Findings } from './usage/Findings'
import { UsageChart } from './usage/UsageChart'
import { UsageTable } from './usage/UsageTable'
import { firstMonth, yearsOf } from './usage/years'
import './usage/usage.css'

const Months = ({ account }: { account: number }) => {
  const [today] = useState(localToday)
  const { data, error, refetch } = useUsageMonthsQuery(
    { utility_account: account, month_from: firstMonth(today) },
    { refetchOnMountOrArgChange: true },
  )
  const years = useMemo(() => data && yearsOf(today, data.results), [data, today])
  const problem = asApiError(error)
  if (problem)
    return <ErrorState title="The usage cannot be read." error={problem} retry={() => void refetch()} />
  if (!years) return <RecordBars />
  return (
    <div className="usage-body">
      <UsageChart years={years} />
      {/* The latest year is asked for most, and narrow screens show but one without scrolling. */}
      <UsageTable years={years.toReversed()} />
    </div>
  )
}

/** The bill periods behind the months, with their export; cancelled ones on demand. */
const Periods = ({ account }: { account: number }) => {
  const switchId = useId()
  const [isAll, setIsAll] = useState(false)
  const list = useListState(contract.billPeriods)
  const within = useMemo(
    () => ({ utility_account: String(account), ...(isAll ? {} : { status: 'current' }) }),
    [account, isAll],
  )
  return (
    <section aria-label="Bill periods" className="stack">
      <div className="row-apart">
        <h2>Bill periods</h2>
        <span className="line">
          <Switch id={switchId} checked={isAll} onChange={setIsAll} />
          <label htmlFor={switchId}>Show cancelled periods</label>
        </span>
      </div>
      <ListBody
        resource="billPeriods"
        endpoint={billPeriodsApi.list}
        list={list}
        within={within}
        noun="bill periods"
        columns={columns}
        emptyDescription="What the utility has billed stands here, imported or entered."
      />
    </section>
  )
}

const Usage = ({ account }: { account: Row<'utilityAccounts'> }) => {
  const { utility_account_id: id, account_number, organization, utility_state } = account
  const service = useRow('utilityStates', utility_state)
  const suggested = useMemo(() => ({ organization, utility_state }), [organization, utility_state])
  return (
    <div className="stack">
      <PageHeader
        title={`Usage of ${account_number}`}
        trail={[
          { label: 'Utility accounts', to: utilityAccountPaths.list },
          { label: account_number, to: utilityAccountPaths.path(id), isName: true },
        ]}
        actions={
          <ImportButton
            view={usageImport}
            label="Import Usage"
            suggested={suggested}
            {...(service && { target: service.utility })}
          />
        }
      />
      <Months account={id} />
      <Findings account={id} />
      <Periods account={id} />
    </div>
  )
}

/** /mpg/utility-accounts/{id}/usage: 36 months with the years over each other, and what they rest on (USE-10). */
export const Page = () => (
  <RecordPage of={pageKind(utilityAccounts, utilityAccountsApi.row)}>
    {(account) => <Usage account={account} />}
  </RecordPage>
)
