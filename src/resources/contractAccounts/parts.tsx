import type { Row } from '../../contract'
import { capitalized } from '../../contract/formats'
import { DateText } from '../../ui/value/DateText'
import { DueText } from '../../ui/value/DueText'
import { RecordLink } from '../../ui/page/RecordLink'
import { contractPaths } from '../contracts/paths'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { RecordName } from '../kit/RecordName'
import { defineParts } from '../kit/resourceView'
import { utilityAccountPaths } from '../utilityAccounts/paths'

type ContractAccount = Row<'contractAccounts'>

export const fieldMeta = defineFieldMeta('contractAccounts', {
  contract_account_id: excludedFields,
  contract: { label: 'Contract' },
  utility_account: { label: 'Utility Account' },
  flow_start: { label: 'Flow Starts', format: 'day' },
  flow_end: { label: 'Flow Ends', format: 'day' },
  enroll_by: { label: 'Enroll By', format: 'day' },
  status: { label: 'Status', nameOf: (status: ContractAccount['status']) => capitalized(status) },
  drop_reason: { label: 'Reason of the Drop' },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['contract', 'utility_account', 'status', 'drop_reason'] as const

/** Past and still pending it is red, with the days since then (CTR-5). */
const EnrollBy = ({ enroll_by, status }: ContractAccount) =>
  enroll_by !== null && (
    <>
      <DateText value={enroll_by} format="day" /> {status === 'pending' && <DueText value={enroll_by} />}
    </>
  )

const days = [
  columnOf(fieldMeta, 'flow_start', { width: '15%' }),
  columnOf(fieldMeta, 'flow_end', { width: '15%', matters: 'wide' }),
  columnOf(fieldMeta, 'enroll_by', { width: '22%', show: (row) => <EnrollBy {...row} /> }),
  columnOf(fieldMeta, 'status', { width: '12%' }),
]

/** The columns of the accounts of a contract. */
export const accountColumns = [
  columnOf(fieldMeta, 'utility_account', {
    isName: true,
    show: ({ utility_account: id }) => (
      <RecordLink to={utilityAccountPaths.path(id)}>
        <RecordName resource="utilityAccounts" id={id} />
      </RecordLink>
    ),
  }),
  ...days,
]

/** The columns of the contracts of an account. */
export const contractColumns = [
  columnOf(fieldMeta, 'contract', {
    isName: true,
    show: ({ contract: id }) => (
      <RecordLink to={contractPaths.path(id)}>
        <RecordName resource="contracts" id={id} />
      </RecordLink>
    ),
  }),
  ...days,
]

/** Accounts under contracts in the trash. */
export const parts = defineParts({
  fieldMeta,
  search: null,
  trash: {
    column: 'utility_account',
    show: ({ utility_account }) => <RecordName resource="utilityAccounts" id={utility_account} />,
    facts: ['contract', 'status'],
  },
})
