import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { ActionDialog } from '../../ui/dialog/ActionDialog'

interface ConfirmEmailDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Confirmation before an email is marked as confirmed without its link (TRUST-42). */
export const ConfirmEmailDialog = ({
  user: { id, username, email, version },
  close,
}: ConfirmEmailDialogProps) => {
  const [change] = accountsApi.change.useMutation()
  return (
    <ActionDialog
      title="Confirm Email"
      confirmLabel="Confirm"
      act={() => change({ id, body: { is_email_confirmed: true }, version }).unwrap()}
      close={close}
    >
      <p>
        You know that <strong>{email}</strong> belongs to <strong>{username}</strong>.
      </p>
      <p>Messages leave in the name of this email then, and those to it reach this user and nobody else.</p>
    </ActionDialog>
  )
}
