import { useEffect, useRef, useState } from 'react'
import { object, string, type ObjectSchema } from 'yup'
import { passwordsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { problems } from '../../contract/problems'
import { passwordRules, passwordSchema, repeatedSchema } from '../../resources/users/passwordSchema'
import { Notice } from '../../ui/feedback/Notice'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { FormSection } from '../../ui/form/FormSection'
import { OwnPasswordField } from '../../resources/users/OwnPasswordField'
import { PasswordField } from '../../ui/form/PasswordField'
import { SectionActions } from './SectionActions'

interface Values {
  current_password: string
  password: string
  repeated: string
}

const empty: Values = { current_password: '', password: '', repeated: '' }
const schema: ObjectSchema<Values> = object({
  current_password: string().required(problems.required),
  password: passwordSchema(),
  repeated: repeatedSchema(),
})

const sessions = (count: number) =>
  count === 0
    ? 'You were signed in nowhere else.'
    : count === 1
      ? 'One other session was signed out.'
      : `${count} other sessions were signed out.`

/** Changes the password, which ends every other session (TRUST-6). */
export const PasswordForm = ({ user }: { user: Row<'users'> }) => {
  const [setPassword] = passwordsApi.useSetPasswordMutation()
  const [changed, setChanged] = useState({ times: 0, ended: 0 })
  const submit = async ({ current_password, password }: Values) => {
    const ended = await setPassword({ id: user.id, body: { current_password, password } }).unwrap()
    setChanged(({ times }) => ({ times: times + 1, ended }))
  }
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [changed.times])
  return (
    <FormSection title="Password" help="A new password signs you out everywhere else.">
      <div role="status">
        {changed.times > 0 && (
          <Notice>
            <p ref={said} tabIndex={-1}>
              Your password is changed. {sessions(changed.ended)}
            </p>
          </Notice>
        )}
      </div>
      {/* A new form after each change, without the typed values. */}
      <FormState key={changed.times} initialValues={empty} schema={schema} submit={submit}>
        <FormBody label="Password" draft={null}>
          <div className="field-grid">
            <OwnPasswordField label="Current password" required />
            <span className="account-gap" />
            <PasswordField name="password" label="New password" autoComplete="new-password" required />
            <PasswordField
              name="repeated"
              label="New password, once more"
              autoComplete="new-password"
              required
            />
          </div>
          <p className="quiet account-rules">{passwordRules}</p>
          <SectionActions label="Change password" />
        </FormBody>
      </FormState>
    </FormSection>
  )
}
