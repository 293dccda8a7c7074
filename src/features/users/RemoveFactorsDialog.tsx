import { useAppDispatch } from '../../api/kit/hooks'
import { secondFactorApi } from '../../api/secondFactorApi'
import type { Row } from '../../contract'
import { toastShown } from '../../store/toasts'
import { ActionDialog } from '../../ui/dialog/ActionDialog'

interface RemoveFactorsDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Removes the second factors of a user who has lost them (MFA-8). */
export const RemoveFactorsDialog = ({ user: { id, username }, close }: RemoveFactorsDialogProps) => {
  const dispatch = useAppDispatch()
  const [remove] = secondFactorApi.useRemoveFactorsOfUserMutation()
  return (
    <ActionDialog
      title="Remove Second Factors"
      confirmLabel="Remove"
      danger
      act={async () => {
        await remove(id).unwrap()
        const text = `${username} signs in by the password alone.`
        dispatch(toastShown({ kind: 'success', title: 'Update', text }))
      }}
      close={close}
    >
      <p>
        <strong>{username}</strong> has lost the authenticator app, the passkeys and the recovery codes. Be
        sure that it is this user who asks.
      </p>
      <p>Signing in asks for the password alone then. Every session of the user ends.</p>
    </ActionDialog>
  )
}
