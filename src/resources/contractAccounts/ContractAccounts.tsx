import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useMemo } from 'react'
import { contractAccountsApi } from '../../api/contractAccountsApi'
import { useRow } from '../../api/kit/hooks'
import { contract, type Row } from '../../contract'
import { isDraft } from '../../contract/contracts'
import { Button } from '../../ui/antd/Button'
import { ListBody } from '../../ui/list/ListBody'
import { useListState } from '../../ui/list/useListState'
import { lazyDialogs, useRowDialogs } from '../../ui/list/useRowDialogs'
import { RowActions } from '../../ui/table/RowActions'
import { accountColumns, contractColumns } from './parts'
import { IfAllowed } from '../kit/IfAllowed'

interface ContractAccountsProps {
  of: 'contract' | 'utility_account'
  id: number
}

const texts = {
  contract: {
    title: 'Accounts',
    noun: 'accounts',
    add: 'Add Account',
    columns: accountColumns,
    empty: 'The utility accounts that this contract supplies stand here.',
  },
  utility_account: {
    title: 'Contracts',
    noun: 'contracts',
    add: 'Add to Contract',
    columns: contractColumns,
    empty: 'The contracts that supply this account stand here.',
  },
} as const

interface AccountActionsProps {
  row: Row<'contractAccounts'>
  edit: (row: Row<'contractAccounts'>) => void
  remove: (row: Row<'contractAccounts'>) => void
}

/** An account is taken off a draft; of a signed contract it is dropped, by its status (GAS-3). */
const AccountActions = ({ row, edit, remove }: AccountActionsProps) => {
  const under = useRow('contracts', row.contract)
  return (
    <IfAllowed to="change" of="contractAccounts">
      <RowActions
        name={`#${row.contract_account_id}`}
        edit={() => edit(row)}
        remove={under && isDraft(under) ? () => remove(row) : undefined}
      />
    </IfAllowed>
  )
}

/** The accounts of a contract, or the contracts of an account, with the days of flow and enrollment (CTR-4, CTR-5). */
export const ContractAccounts = ({ of, id }: ContractAccountsProps) => {
  const list = useListState(contract.contractAccounts)
  const within = useMemo(() => ({ [of]: String(id) }), [of, id])
  const dialogs = useMemo(
    () =>
      lazyDialogs<Row<'contractAccounts'>>(async () => (await import('./dialogs')).dialogsFor({ [of]: id })),
    [of, id],
  )
  const { create, edit, remove, dialog } = useRowDialogs(dialogs)
  const { title, noun, add, columns, empty } = texts[of]
  const withActions = useMemo(
    () => [
      ...columns,
      {
        key: 'actions',
        title: 'Actions',
        width: '68px',
        isActions: true,
        show: (row: Row<'contractAccounts'>) => <AccountActions row={row} edit={edit} remove={remove} />,
      },
    ],
    [columns, edit, remove],
  )
  const button = (
    <IfAllowed to="create" of="contractAccounts">
      <Button icon={<PlusOutlined aria-hidden />} onClick={create}>
        {add}
      </Button>
    </IfAllowed>
  )
  return (
    <section aria-label={title} className="stack">
      <div className="row-apart">
        <h2>{title}</h2>
        {button}
      </div>
      <ListBody
        resource="contractAccounts"
        endpoint={contractAccountsApi.list}
        list={list}
        within={within}
        noun={noun}
        columns={withActions}
        emptyDescription={empty}
      />
      {dialog}
    </section>
  )
}
