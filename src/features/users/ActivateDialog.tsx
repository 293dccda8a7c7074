import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { valueOf } from '../../resources/kit/valueOf'
import { userFieldMeta } from '../../resources/users/fieldMeta'
import { ActionDialog } from '../../ui/dialog/ActionDialog'

interface ActivateDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Confirmation before an account is activated, with its user and type. */
export const ActivateDialog = ({ user, close }: ActivateDialogProps) => {
  const { id, username, first_name, last_name, email, is_email_confirmed, user_type, status, version } = user
  const [change] = accountsApi.change.useMutation()
  const verb = status === 'waiting' ? 'Approve' : 'Reactivate'
  return (
    <ActionDialog
      title={`${verb} User`}
      confirmLabel={verb}
      act={() => change({ id, body: { status: 'active' }, version }).unwrap()}
      close={close}
    >
      <p className="dialog-record">
        <strong>{username}</strong>
        <br />
        {[first_name, last_name].filter(Boolean).join(' ')}
        {email !== null && `, ${email}`}
      </p>
      <p>
        can sign in as: <strong>{valueOf(userFieldMeta, 'user_type', user)}</strong>.
        {user_type === 'team' && ' Members of the provider’s team administer the users, too.'}
      </p>
      {email !== null && !is_email_confirmed && (
        <p>The email is not confirmed: until it is, nothing leaves in its name, and it reaches nobody.</p>
      )}
    </ActionDialog>
  )
}
