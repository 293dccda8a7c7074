import { object, string, type ObjectSchema } from 'yup'
import { secondFactorApi } from '../../api/secondFactorApi'
import { problems } from '../../contract/problems'
import { passkeyChange } from '../../contract/secondFactor'
import { FormDialog } from '../../ui/form/FormDialog'
import { OwnPasswordField } from '../users/OwnPasswordField'
import { TextField } from '../../ui/form/TextField'
import { makePasskey } from './browserPasskeys'

interface Values {
  name: string
  current_password: string
}

const empty: Values = { name: '', current_password: '' }
const { max } = passkeyChange.fields.name
const schema: ObjectSchema<Values> = object({
  name: string().trim().required(problems.required).max(max, problems.tooLong(max)),
  current_password: string().required(problems.required),
})

interface PasskeyDialogProps {
  /** Called with the recovery codes of the account's first factor. */
  done: (codes: readonly string[] | null) => void
  close: () => void
}

/** Adds a passkey: a name, the password, and then what the browser asks (MFA-3). */
export const PasskeyDialog = ({ done, close }: PasskeyDialogProps) => {
  const [begin] = secondFactorApi.useBeginPasskeyMutation()
  const [add] = secondFactorApi.useAddPasskeyMutation()
  const submit = async ({ name, current_password }: Values) => {
    const { challenge, options } = await begin({ current_password }).unwrap()
    const passkey_response = await makePasskey(options)
    done((await add({ challenge, name: name.trim(), passkey_response }).unwrap()).recovery_codes)
  }
  return (
    <FormDialog
      title="Add a passkey"
      saveLabel="Continue"
      width={440}
      initialValues={empty}
      schema={schema}
      submit={submit}
      draft={null}
      close={close}
    >
      <p>
        A fingerprint, a face, a PIN or a key that you plug in signs you in, also without your password. The
        browser asks for it next.
      </p>
      <TextField name="name" label="Name" hint="Such as the device: “Telephone”" required />
      <OwnPasswordField label="Your password" required />
    </FormDialog>
  )
}
