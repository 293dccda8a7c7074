import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { ActionDialog } from '../../ui/dialog/ActionDialog'

interface DeactivateDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Confirmation before an account is deactivated, or a registration is refused. */
export const DeactivateDialog = ({
  user: { id, username, status, version },
  close,
}: DeactivateDialogProps) => {
  const [change] = accountsApi.change.useMutation()
  const isWaiting = status === 'waiting'
  const verb = isWaiting ? 'Decline' : 'Deactivate'
  return (
    <ActionDialog
      title={`${verb} User`}
      confirmLabel={verb}
      danger
      act={() => change({ id, body: { status: 'deactivated' }, version }).unwrap()}
      close={close}
    >
      <p>
        <strong>{username}</strong>{' '}
        {isWaiting
          ? 'cannot sign in, and waits no more.'
          : 'is signed out everywhere within seconds, and cannot sign in any more.'}
      </p>
      <p>Whatever the user has made stays. The account can be reactivated at any time.</p>
    </ActionDialog>
  )
}
