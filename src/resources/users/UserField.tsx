import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RecordField } from '../../ui/form/RecordField'

const active = { is_active: 'true' } as const
const fullName = ({ first_name, last_name }: Row<'users'>) =>
  [first_name, last_name].filter(Boolean).join(' ')

/** A user picker, searched on the server by any name or email (SHELL-8). */
export const UserField = (frame: FieldProps) => (
  <RecordField
    {...frame}
    resource="users"
    endpoint={accountsApi.list}
    rowEndpoint={accountsApi.row}
    filters={active}
    labelOf={({ username }) => username}
    show={(user) => (
      <span className="option-line">
        <span>{user.username}</span>
        <span className="quiet">{fullName(user)}</span>
      </span>
    )}
  />
)
