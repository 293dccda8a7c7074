import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
import { ActivateDialog } from './ActivateDialog'
import { CreateDialog } from './CreateDialog'
import { DeactivateDialog } from './DeactivateDialog'
import { EditDialog } from './EditDialog'
import { PasswordDialog } from './PasswordDialog'

/** What somebody wants to do, and with whose account. */
export type Asked =
  { what: 'create' } | { what: 'edit' | 'password' | 'activate' | 'deactivate'; user: Row<'users'> }

interface DialogsProps {
  asked: Asked
  close: () => void
}

/** The dialogs above the list of users, one at a time. */
export const Dialogs = ({ asked, close }: DialogsProps) => {
  const known = useRow('users', asked.what === 'create' ? undefined : asked.user.id)
  const isOwn = useAppSelector(selectCurrentUser)?.id === known?.id
  if (asked.what === 'create') return <CreateDialog close={close} />
  const user = known ?? asked.user
  switch (asked.what) {
    case 'edit':
      return <EditDialog user={user} isOwn={isOwn} close={close} />
    case 'password':
      return <PasswordDialog user={user} close={close} />
    case 'activate':
      return <ActivateDialog user={user} close={close} />
    case 'deactivate':
      return <DeactivateDialog user={user} close={close} />
  }
}
