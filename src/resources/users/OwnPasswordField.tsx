import { useAppSelector } from '../../api/kit/hooks'
import { selectCurrentUser } from '../../store/currentUser'
import { PasswordField } from '../../ui/form/PasswordField'
import type { FieldProps } from '../../ui/form/FieldFrame'

/** The password of the signed-in user, with the username beside it, by which password managers know whose it is. */
export const OwnPasswordField = (props: Omit<FieldProps, 'name'>) => (
  <>
    <input
      type="text"
      autoComplete="username"
      value={useAppSelector(selectCurrentUser)?.username ?? ''}
      readOnly
      hidden
    />
    <PasswordField {...props} name="current_password" autoComplete="current-password" />
  </>
)
