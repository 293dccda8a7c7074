import { utilityAccountsApi } from '../../api/utilityAccountsApi'
import type { ListArgs } from '../../api/kit/queries'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField, RecordsField } from '../../ui/form/RecordField'

const picked = {
  resource: 'utilityAccounts',
  endpoint: utilityAccountsApi.list,
  rowEndpoint: utilityAccountsApi.row,
  labelOf: ({ account_number, name }: Row<'utilityAccounts'>) =>
    name === null ? account_number : `${account_number}, ${name}`,
} as const

/** A picker of a utility account, searched on the server. */
export const UtilityAccountField = (frame: FieldProps) => <RecordField {...frame} {...picked} />

interface UtilityAccountsFieldProps extends FieldProps {
  /** Narrows what is offered. */
  filters?: Partial<ListArgs<'utilityAccounts'>>
}

/** A picker of several utility accounts. */
export const UtilityAccountsField = (props: UtilityAccountsFieldProps) => (
  <RecordsField {...props} {...picked} />
)
