import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
import { ActivateDialog } from './ActivateDialog'
import { ConfirmEmailDialog } from './ConfirmEmailDialog'
import { CreateDialog } from './CreateDialog'
import { DeactivateDialog } from './DeactivateDialog'
import { EditDialog } from './EditDialog'
import { PasswordDialog } from './PasswordDialog'
import { RefuseDialog } from './RefuseDialog'
import { RemoveFactorsDialog } from './RemoveFactorsDialog'
import { RequiredFactorsDialog } from './RequiredFactorsDialog'
import { RolesDialog } from './RolesDialog'

/** The requested action and its account. */
export type Asked =
  | { what: 'create' }
  | { what: 'roles' }
  | { what: 'requiredFactors' }
  | { what: 'refuse'; which: readonly number[] | 'unconfirmed'; done?: () => void }
  | {
      what: 'edit' | 'password' | 'removeFactors' | 'activate' | 'deactivate' | 'confirmEmail'
      user: Row<'users'>
    }

interface DialogsProps {
  asked: Asked
  close: () => void
}

/** The dialogs of the user list, one at a time. */
export const Dialogs = ({ asked, close }: DialogsProps) => {
  const known = useRow('users', 'user' in asked ? asked.user.id : undefined)
  const isOwn = useAppSelector(selectCurrentUser)?.id === known?.id
  if (asked.what === 'create') return <CreateDialog close={close} />
  if (asked.what === 'roles') return <RolesDialog close={close} />
  if (asked.what === 'requiredFactors') return <RequiredFactorsDialog close={close} />
  if (asked.what === 'refuse')
    return (
      <RefuseDialog
        which={asked.which}
        close={close}
        done={() => {
          asked.done?.()
          close()
        }}
      />
    )
  const user = known ?? asked.user
  switch (asked.what) {
    case 'edit':
      return <EditDialog user={user} isOwn={isOwn} close={close} />
    case 'password':
      return <PasswordDialog user={user} close={close} />
    case 'removeFactors':
      return <RemoveFactorsDialog user={user} close={close} />
    case 'activate':
      return <ActivateDialog user={user} close={close} />
    case 'confirmEmail':
      return <ConfirmEmailDialog user={user} close={close} />
    case 'deactivate':
      return <DeactivateDialog user={user} close={close} />
  }
}
