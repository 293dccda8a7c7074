import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField, RecordsField } from '../../ui/form/RecordField'

const active = { is_active: 'true' } as const
const fullName = ({ first_name, last_name }: Row<'users'>) =>
  [first_name, last_name].filter(Boolean).join(' ')

const picked = {
  resource: 'users',
  endpoint: accountsApi.list,
  rowEndpoint: accountsApi.row,
  filters: active,
  labelOf: ({ username }: Row<'users'>) => username,
  show: (user: Row<'users'>) => (
    <span className="option-line">
      <span>{user.username}</span>
      <span className="quiet">{fullName(user)}</span>
    </span>
  ),
} as const

/** A user picker, searched on the server by any name or email (SHELL-8). */
export const UserField = (frame: FieldProps) => <RecordField {...frame} {...picked} />

/** A picker of several users. */
export const UsersField = (frame: FieldProps) => <RecordsField {...frame} {...picked} />
