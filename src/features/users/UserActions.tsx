import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { Button } from '../../ui/antd/Button'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
import { RowMenu } from '../../ui/table/RowMenu'
import type { Asked } from './dialogs'

interface UserActionsProps {
  user: Row<'users'>
  ask: (asked: Asked) => void
}

/** The actions on an account; users cannot deactivate their own. */
export const UserActions = ({ user, ask }: UserActionsProps) => {
  const isOwn = useAppSelector(selectCurrentUser)?.id === user.id
  const { username, status, email, is_email_confirmed, is_service } = user
  const actions = [
    { label: 'Edit', act: () => ask({ what: 'edit', user }) },
    ...(email !== null && !is_email_confirmed
      ? [{ label: 'Confirm email', act: () => ask({ what: 'confirmEmail', user }) }]
      : []),
    ...(isOwn || is_service
      ? []
      : [
          { label: 'Set password', act: () => ask({ what: 'password', user }) },
          { label: 'Remove second factors', act: () => ask({ what: 'removeFactors', user }) },
        ]),
    ...(status === 'waiting'
      ? [{ label: 'Decline', danger: true, act: () => ask({ what: 'deactivate', user }) }]
      : []),
    ...(status === 'active' && !isOwn
      ? [{ label: 'Deactivate', danger: true, act: () => ask({ what: 'deactivate', user }) }]
      : []),
    ...(status === 'deactivated'
      ? [{ label: 'Reactivate', act: () => ask({ what: 'activate', user }) }]
      : []),
  ]
  return (
    <span className="row-actions users-actions line">
      {status === 'waiting' && (
        <Button
          className="users-approve"
          size="small"
          title="Approve"
          icon={<CheckOutlined aria-hidden />}
          aria-label={`Approve ${username}`}
          onClick={() => ask({ what: 'activate', user })}
        >
          Approve
        </Button>
      )}
      <RowMenu name={username} actions={actions} />
    </span>
  )
}
