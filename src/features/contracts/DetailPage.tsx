import { useState } from 'react'
import { useContractAmendmentsQuery } from '../../api/contractActionsApi'
import { contractsApi } from '../../api/contractsApi'
import type { Row } from '../../contract'
import { amendedFields, isDraft } from '../../contract/contracts'
import { monthlyVolumes } from '../../contract/gas/choices'
import { ContractAccounts } from '../../resources/contractAccounts/ContractAccounts'
import { fieldMeta } from '../../resources/contracts/fieldMeta'
import { isRenewable } from '../../resources/contracts/listRules'
import { contracts } from '../../resources/contracts/resource'
import { CrudDetail } from '../../resources/kit/CrudDetail'
import { IfAllowed } from '../../resources/kit/IfAllowed'
import { fieldMetaOf } from '../../resources/kit/fieldMeta'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { valueOf } from '../../resources/kit/valueOf'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { lazyDialogs } from '../../ui/list/useRowDialogs'
import { DateText } from '../../ui/value/DateText'

type Contract = Row<'contracts'>

const dialogs = lazyDialogs(() => import('./dialogs'))
const actions = {
  Sign: lazyDialog(async () => (await import('./actions')).Sign),
  Amend: lazyDialog(async () => (await import('./actions')).Amend),
  Terminate: lazyDialog(async () => (await import('./actions')).Terminate),
  Renew: lazyDialog(async () => (await import('./actions')).Renew),
} as const
type Action = keyof typeof actions

const facts = [
  'contract_number',
  'state',
  'organization',
  'supplier',
  'opportunity',
  'utility_state',
  'pricing_type',
  'price',
  'index_curve',
  'pricing_point',
  'swing',
  'fee',
  'term',
  'start_rule',
  'start_date',
  'end_date',
  'days_to_end',
  'annual_dth',
  'yearly_fee',
  'after_end',
  'notice_opens',
  'notice_by',
  'signed_on',
  'terminated_on',
  'termination_reason',
  'renews',
  'renewed_on',
  'renewal',
  'notes',
] as const

/** The actions that a contract allows (GAS-2). */
const allowed = (row: Contract): readonly Action[] => {
  if (isDraft(row)) return ['Sign']
  const { terminated_on } = row
  const renewing: readonly Action[] = isRenewable(row) ? ['Renew'] : []
  return terminated_on === null ? ['Amend', 'Terminate', ...renewing] : renewing
}

const RowAction = ({ row }: { row: Contract }) => {
  const [open, setOpen] = useState<Action | null>(null)
  const Dialog = open && actions[open]
  return (
    <IfAllowed to="change" of="contracts">
      {allowed(row).map((name) => (
        <Button key={name} onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      {Dialog && <Dialog row={row} close={() => setOpen(null)} />}
    </IfAllowed>
  )
}

/** What a contract was before its amendments (CTR-2). */
const Amendments = ({ row }: { row: Contract }) => {
  const { data = [] } = useContractAmendmentsQuery(row.contract_id)
  if (data.length === 0) return null
  return (
    <section aria-label="Amendments" className="stack">
      <h2>Amendments</h2>
      <ul>
        {data.map(({ effective_on, reason, before, created_at }) => (
          <li key={created_at}>
            <DateText value={effective_on} format="day" />: {reason}. Before that{' '}
            {amendedFields
              .filter((name) => name in before)
              .map((name, index) => (
                <span key={name}>
                  {index > 0 && ', '}
                  {fieldMetaOf(fieldMeta, name).label}{' '}
                  {valueOf(fieldMeta, name, { ...row, ...before }) ?? '–'}
                </span>
              ))}
            .
          </li>
        ))}
      </ul>
    </section>
  )
}

/** /mpg/contracts/{id} (CTR-1) */
export const Page = () => (
  <CrudDetail
    api={contractsApi}
    view={contracts}
    fieldMeta={fieldMeta}
    facts={facts}
    dialogs={dialogs}
    RowAction={RowAction}
    isRemovable={isDraft}
    folds
  >
    {(row) => (
      <>
        <RecordFacts title="Volumes" of={fieldMeta} names={monthlyVolumes} row={row} folds />
        <ContractAccounts of="contract" id={row.contract_id} />
        <Amendments row={row} />
      </>
    )}
  </CrudDetail>
)
