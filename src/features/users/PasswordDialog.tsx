import { object, type ObjectSchema } from 'yup'
import { useAppDispatch } from '../../api/kit/hooks'
import { passwordsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { passwordRules, passwordSchema, repeatedSchema } from '../../resources/users/passwordSchema'
import { toastShown } from '../../store/toasts'
import { FormDialog } from '../../ui/form/FormDialog'
import { PasswordField } from '../../ui/form/PasswordField'

interface Values {
  password: string
  repeated: string
}

const empty: Values = { password: '', repeated: '' }
const schema: ObjectSchema<Values> = object({ password: passwordSchema(), repeated: repeatedSchema() })

interface PasswordDialogProps {
  user: Row<'users'>
  close: () => void
}

/** Sets the password of a user who cannot sign in; ends that user's sessions (TRUST-6). */
export const PasswordDialog = ({ user: { id, username }, close }: PasswordDialogProps) => {
  const dispatch = useAppDispatch()
  const [setPassword] = passwordsApi.useSetPasswordMutation()
  const submit = async ({ password }: Values) => {
    const ended = await setPassword({ id, body: { password } }).unwrap()
    const text = `${username} has a new password. Sessions ended: ${ended}.`
    dispatch(toastShown({ kind: 'success', title: 'Update', text }))
  }
  return (
    <FormDialog
      title={`Set the password of ${username}`}
      saveLabel="Set password"
      initialValues={empty}
      schema={schema}
      submit={submit}
      draft={null}
      close={close}
    >
      <PasswordField name="password" label="New password" autoComplete="new-password" required />
      <PasswordField name="repeated" label="New password, once more" autoComplete="new-password" required />
      <p className="quiet users-rules">{passwordRules} It ends every session of the user.</p>
    </FormDialog>
  )
}
