import { object, type ObjectSchema } from 'yup'
import { accountsApi } from '../../api/usersApi'
import type { NewUser } from '../../contract/users'
import { Fields } from '../../resources/kit/Fields'
import { layoutSchema, layoutValues, type ValuesOf } from '../../resources/kit/layout'
import { newDraftName } from '../../resources/kit/useRecordForm'
import { userFieldMeta } from '../../resources/users/fieldMeta'
import { passwordRules, passwordSchema, repeatedSchema } from '../../resources/users/passwordSchema'
import { FormDialog } from '../../ui/form/FormDialog'
import { PasswordField } from '../../ui/form/PasswordField'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import { newBody } from '../../ui/form/values'
import { layout } from './layout'
import { roleInputs } from './roleInputs'
import { useGivesRoles } from './useGivesRoles'

interface Values extends ValuesOf<typeof layout> {
  password: string
  repeated: string
}

const empty: Values = { ...layoutValues(layout), password: '', repeated: '' }
const draft = { name: newDraftName('users'), except: ['password', 'repeated'] }
const schema = layoutSchema(layout).concat(
  object({ password: passwordSchema(), repeated: repeatedSchema() }),
) as unknown as ObjectSchema<Values>

const { person, type, role: roleSection } = layout.sections

/** Creates an account that is active at once. */
export const CreateDialog = ({ close }: { close: () => void }) => {
  const [create] = accountsApi.create.useMutation()
  const keyFor = useSubmissionKey()
  const givesRoles = useGivesRoles(false)
  const submit = ({ username, email, first_name, last_name, user_type, password, ...given }: Values) => {
    const { role, granted_rights, withheld_rights } = given
    const own = { username, email, first_name, last_name, user_type, password }
    const values = givesRoles ? { ...own, role, granted_rights, withheld_rights } : own
    // The form's schema has checked the required fields.
    const body = { ...newBody(values), is_active: true } as NewUser
    return create({ body, key: keyFor(body) }).unwrap()
  }
  return (
    <FormDialog
      title="Create User"
      width={640}
      initialValues={empty}
      schema={schema}
      submit={submit}
      draft={draft}
      close={close}
    >
      <Fields of={userFieldMeta} names={[...person.fields, ...type.fields]} />
      <div className="field-grid">
        <PasswordField name="password" label="Password" autoComplete="new-password" required />
        <PasswordField name="repeated" label="Password, once more" autoComplete="new-password" required />
      </div>
      <p className="quiet users-rules">{passwordRules}</p>
      {givesRoles && <Fields of={userFieldMeta} names={roleSection.fields} inputs={roleInputs} />}
    </FormDialog>
  )
}
