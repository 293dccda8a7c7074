import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRenewalTotalsQuery } from '../../api/contractActionsApi'
import { contractsApi } from '../../api/contractsApi'
import { useDayQuery } from '../../api/dayApi'
import { organizationsApi } from '../../api/organizationsApi'
import { suppliersApi } from '../../api/suppliersApi'
import type { Row } from '../../contract'
import { renewalBuckets } from '../../contract/gas/choices'
import { noticeSoonDays, type RenewalTotals } from '../../contract/renewals'
import { renewalColumns } from '../../resources/contracts/columns'
import { contractPaths } from '../../resources/contracts/paths'
import {
  bucketName,
  isRenewable,
  renewalListRules,
  renewalsWithin,
} from '../../resources/contracts/listRules'
import { dayCount } from '../../resources/opportunities/dayFacts'
import { RecordFilter } from '../../resources/kit/RecordFilter'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { ListBody } from '../../ui/list/ListBody'
import { useListState, type ListControl } from '../../ui/list/useListState'
import { PageHeader } from '../../ui/page/PageHeader'
import { RowActions } from '../../ui/table/RowActions'
import { counted, formatNumber, formatPlaces } from '../../ui/value/numbers'
import { IfAllowed } from '../../resources/kit/IfAllowed'
import '../../ui/value/due-text.css'
import './renewals.css'

type Contract = Row<'contracts'>

const Renew = lazyDialog(async () => (await import('./actions')).Renew)

/** The row's contract is renewed where it has no renewal yet. */
const RenewButton = ({ row }: { row: Contract }) => {
  const [isOpen, setIsOpen] = useState(false)
  const name = row.contract_number ?? `#${row.contract_id}`
  return (
    <RowActions name={name} edit={undefined} remove={undefined}>
      {isRenewable(row) && (
        <IfAllowed to="change" of="contracts">
          <Button size="small" aria-label={`Renew ${name}`} onClick={() => setIsOpen(true)}>
            Renew
          </Button>
        </IfAllowed>
      )}
      {isOpen && <Renew row={row} close={() => setIsOpen(false)} />}
    </RowActions>
  )
}

const columns = [
  ...renewalColumns,
  {
    key: 'actions',
    title: 'Actions',
    width: '84px',
    isActions: true,
    show: (row: Contract) => <RenewButton row={row} />,
  },
]

interface BucketProps {
  totals: RenewalTotals
  list: ListControl
}

/** What ends within a bucket; pressed, it narrows the list. */
const Bucket = ({ totals, list: { state, act } }: BucketProps) => {
  const { bucket, contracts, annual_dth, yearly_fee, without_volume, notice_soon } = totals
  const isChosen = state.filters['bucket'] === String(bucket)
  const notes = [
    ...(notice_soon > 0 ? [`${counted(notice_soon, 'notice')} due within ${noticeSoonDays} days`] : []),
    ...(without_volume > 0 ? [`${formatNumber(without_volume)} without volumes`] : []),
  ]
  return (
    <button
      type="button"
      className="renewal-bucket"
      aria-pressed={isChosen}
      onClick={() => act({ type: 'filtered', name: 'bucket', value: isChosen ? null : String(bucket) })}
    >
      <span className="quiet">{bucketName(bucket)}</span>
      <strong>{counted(contracts, 'contract')}</strong>
      <span>{formatNumber(Math.round(annual_dth))} dth a year</span>
      {yearly_fee !== null && <span>${formatPlaces(yearly_fee, 2)} fee a year</span>}
      {notes.map((note) => (
        <span key={note} className="quiet">
          {note}
        </span>
      ))}
    </button>
  )
}

/** What is at stake by bucket, with the filters of the list but the bucket itself. */
const Buckets = ({ list }: { list: ListControl }) => {
  const { q, filters } = list.state
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'bucket'))
  const { currentData, isError } = useRenewalTotalsQuery({ q, ...others })
  if (isError) return <p role="alert">What is at stake could not be summed up.</p>
  return (
    <section aria-label="At stake" className="renewal-buckets" aria-busy={!currentData}>
      {renewalBuckets.map((bucket) => {
        const totals = currentData?.find((each) => each.bucket === bucket)
        return totals && <Bucket key={bucket} totals={totals} list={list} />
      })}
    </section>
  )
}

/** Filters by the beginning of the sales person's name, once it is entered; the text is in the URL. */
const SalesPersonFilter = ({ list: { state, act } }: { list: ListControl }) => {
  const value = state.filters['sales_represented'] ?? ''
  const enter = (text: string) => {
    if (text.trim() !== value)
      act({ type: 'filtered', name: 'sales_represented', value: text.trim() || null })
  }
  return (
    <label className="list-size line">
      Sales Person
      <input
        key={value}
        className="native-input"
        type="search"
        autoComplete="off"
        maxLength={100}
        defaultValue={value}
        onBlur={({ target }) => enter(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') enter(currentTarget.value)
        }}
      />
    </label>
  )
}

/** Signed contracts may be lost as well before they begin: where accounts are late to be enrolled (CTR-5). */
const LateEnrollments = () => {
  const { data } = useDayQuery(undefined, { refetchOnMountOrArgChange: true })
  const late = data?.late_enrollments ?? 0
  if (late === 0) return null
  return (
    <p className="renewals-late">
      <Link className="overdue" to={`${contractPaths.list}?enrollment_late=true`}>
        {dayCount(late)} {late === 1 ? 'contract' : 'contracts'} with accounts that are late to enroll
      </Link>
    </p>
  )
}

/** /mpg/renewals (CTR-8): the contracts that are lost unless they are renewed, the next notice first. */
export const Page = () => {
  const list = useListState(renewalListRules)
  return (
    <>
      <PageHeader title="Renewals" />
      <LateEnrollments />
      <Buckets list={list} />
      <ListBody
        resource="contracts"
        endpoint={contractsApi.list}
        list={list}
        within={renewalsWithin}
        noun="contracts"
        columns={columns}
        emptyTitle="Nothing is to be renewed."
        emptyDescription="Signed contracts stand here from 180 days before their end until they are renewed."
        filters={
          <>
            <RecordFilter
              list={list}
              name="supplier"
              resource="suppliers"
              endpoints={suppliersApi}
              noun={['supplier', 'suppliers']}
            />
            <RecordFilter
              list={list}
              name="organization"
              resource="organizations"
              endpoints={{
                list: organizationsApi.endpoints.organizationsList,
                row: organizationsApi.endpoints.organization,
              }}
              noun={['organization', 'organizations']}
            />
            <SalesPersonFilter list={list} />
          </>
        }
      />
    </>
  )
}
