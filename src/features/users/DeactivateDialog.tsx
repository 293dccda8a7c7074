import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog'
import { useAttempt } from '../../ui/dialog/useAttempt'

interface DeactivateDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Asks before somebody is shut out, or is not let in. */
export const DeactivateDialog = ({
  user: { id, username, status, version },
  close,
}: DeactivateDialogProps) => {
  const [change] = accountsApi.change.useMutation()
  const { isBusy, error, attempt } = useAttempt(
    () => change({ id, body: { status: 'deactivated' }, version }).unwrap(),
    close,
  )
  const isWaiting = status === 'waiting'
  const verb = isWaiting ? 'Decline' : 'Deactivate'
  return (
    <ConfirmDialog
      title={`${verb} User`}
      confirmLabel={verb}
      danger
      busy={isBusy}
      error={error}
      confirm={attempt}
      cancel={close}
    >
      <p>
        <strong>{username}</strong>{' '}
        {isWaiting
          ? 'cannot sign in, and waits no more.'
          : 'is signed out everywhere within seconds, and cannot sign in any more.'}
      </p>
      <p>Whatever the user has made stays. The account can be reactivated at any time.</p>
    </ConfirmDialog>
  )
}
