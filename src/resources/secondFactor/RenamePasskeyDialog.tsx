import { object, string, type ObjectSchema } from 'yup'
import { secondFactorApi } from '../../api/secondFactorApi'
import { problems } from '../../contract/problems'
import { passkeyChange, type Passkey } from '../../contract/secondFactor'
import { FormDialog } from '../../ui/form/FormDialog'
import { TextField } from '../../ui/form/TextField'

interface Values {
  name: string
}

const { max } = passkeyChange.fields.name
const schema: ObjectSchema<Values> = object({
  name: string().trim().required(problems.required).max(max, problems.tooLong(max)),
})

/** Renames a passkey (MFA-3). */
export const RenamePasskeyDialog = ({ passkey, close }: { passkey: Passkey; close: () => void }) => {
  const [rename] = secondFactorApi.useRenamePasskeyMutation()
  return (
    <FormDialog
      title="Rename the passkey"
      width={440}
      initialValues={{ name: passkey.name }}
      schema={schema}
      submit={({ name }) => rename({ passkey_id: passkey.passkey_id, name: name.trim() }).unwrap()}
      draft={null}
      close={close}
    >
      <TextField name="name" label="Name" required />
    </FormDialog>
  )
}
