import { useAppDispatch } from '../../api/kit/hooks'
import { registrationsApi } from '../../api/usersApi'
import { toastShown } from '../../store/toasts'
import { ActionDialog } from '../../ui/dialog/ActionDialog'
import { formatNumber } from '../../ui/value/numbers'
import { useUnconfirmedCount } from './counts'

const accounts = (count: number) => (count === 1 ? 'One account' : `${formatNumber(count)} accounts`)

interface RefuseDialogProps {
  /** The ids of the accounts, or all with an unconfirmed email. */
  which: readonly number[] | 'unconfirmed'
  close: () => void
  done?: () => void
}

/** Confirmation before several waiting accounts are refused, with their number (TRUST-43). */
export const RefuseDialog = ({ which, close, done = close }: RefuseDialogProps) => {
  const dispatch = useAppDispatch()
  const unconfirmed = useUnconfirmedCount() ?? 0
  const [refuse] = registrationsApi.useRefuseRegistrationsMutation()
  const isAll = which === 'unconfirmed'
  const count = isAll ? unconfirmed : which.length
  const act = async () => {
    const refused = await refuse(which).unwrap()
    const others = isAll ? 0 : count - refused
    const rest = others > 0 ? ` ${accounts(others)} did not wait any more.` : ''
    dispatch(toastShown({ kind: 'success', title: 'Delete', text: `${accounts(refused)} refused.${rest}` }))
  }
  return (
    <ActionDialog
      title={isAll ? 'Refuse All Unconfirmed' : 'Refuse Selected'}
      confirmLabel={isAll ? 'Refuse all' : 'Refuse'}
      danger
      act={act}
      close={close}
      done={done}
    >
      {isAll ? (
        <>
          <p>
            <strong>{accounts(count)}</strong> {count === 1 ? 'waits' : 'wait'} for approval with an email
            that is not confirmed. Their registrations are deleted, and their usernames are free again.
          </p>
          <p>Confirm the email of those whom you know first, or approve them: they stay.</p>
        </>
      ) : (
        <>
          <p>
            <strong>{accounts(count)}</strong> cannot sign in, and {count === 1 ? 'waits' : 'wait'} no more.
          </p>
          <p>
            Where the email is confirmed, the account is declined and can be reactivated at any time. Other
            registrations are deleted, and their usernames are free again.
          </p>
        </>
      )}
    </ActionDialog>
  )
}
