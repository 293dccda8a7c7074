import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { Button } from '../../ui/antd/Button'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { administrationRefusal, withheldRights } from '../../contract/policy'
import { selectCurrentUser } from '../../store/currentUser'
import { RowMenu } from '../../ui/table/RowMenu'
import type { Asked } from './dialogs'

interface UserActionsProps {
  user: Row<'users'>
  ask: (asked: Asked) => void
}

/** Whether the signed-in user may administer an account, one's own included (ROLE-3). */
export const useAdministers = (user: Row<'users'>): boolean => {
  const own = useAppSelector(selectCurrentUser)
  if (own === null || own.id === user.id) return true
  const [actor, target] = [own, user].map((account) => ({
    role: account.role,
    withheld: withheldRights(account),
  }))
  return actor === undefined || target === undefined || administrationRefusal(actor, target) === null
}

/** The actions on an account; users cannot deactivate their own. */
export const UserActions = ({ user, ask }: UserActionsProps) => {
  const isOwn = useAppSelector(selectCurrentUser)?.id === user.id
  const administers = useAdministers(user)
  const { username, status, email, is_email_confirmed, is_service } = user
  const actions = !administers
    ? []
    : [
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
      {actions.length > 0 && <RowMenu name={username} actions={actions} />}
    </span>
  )
}
