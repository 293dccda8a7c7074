import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { valueOf } from '../../records/kit/valueOf'
import { userFaces } from '../../records/users/faces'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog'
import { useAttempt } from '../../ui/dialog/useAttempt'

interface ActivateDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Asks before somebody is let in, who that is and as what. */
export const ActivateDialog = ({ user, close }: ActivateDialogProps) => {
  const { id, username, first_name, last_name, email, user_type, status, version } = user
  const [change] = accountsApi.change.useMutation()
  const { isBusy, error, attempt } = useAttempt(
    () => change({ id, body: { status: 'active' }, version }).unwrap(),
    close,
  )
  const verb = status === 'waiting' ? 'Approve' : 'Reactivate'
  return (
    <ConfirmDialog
      title={`${verb} User`}
      confirmLabel={verb}
      busy={isBusy}
      error={error}
      confirm={attempt}
      cancel={close}
    >
      <p className="dialog-record">
        <strong>{username}</strong>
        <br />
        {[first_name, last_name].filter(Boolean).join(' ')}
        {email !== null && `, ${email}`}
      </p>
      <p>
        can sign in as: <strong>{valueOf(userFaces, 'user_type', user)}</strong>.
        {user_type === 'team' && ' Members of the provider’s team administer the users, too.'}
      </p>
    </ConfirmDialog>
  )
}
