import { useCallback } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { accountsApi, usersApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { completedText } from '../../contract/completedText'
import { Fields } from '../../resources/kit/Fields'
import { defineLayout, layoutSchema, layoutValues } from '../../resources/kit/layout'
import { explained, Following } from '../../resources/kit/RecordForm'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { userFieldMeta } from '../../resources/users/fieldMeta'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { FormSection } from '../../ui/form/FormSection'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { DisabledWhileSaving } from '../../ui/form/DisabledWhileSaving'
import { TextField } from '../../ui/form/TextField'
import { EmailConfirmation } from './EmailConfirmation'
import { SectionActions } from './SectionActions'

/** The other fields are changed by the provider's team. */
const layout = defineLayout(
  'users',
  { own: { title: 'Name and email', fields: ['first_name', 'last_name', 'email'] } },
  [
    'username',
    'is_email_confirmed',
    'user_type',
    'role',
    'granted_rights',
    'withheld_rights',
    'is_active',
    'status',
  ],
)
const schema = layoutSchema(layout)

const own = (autoComplete: string, complete?: (text: string) => string) => (frame: FieldProps) => (
  <TextField {...frame} autoComplete={autoComplete} {...(complete && { complete })} />
)

/** The only form about the user filling it in, hence with autofill (K20). */
const ownInputs = {
  first_name: own('given-name'),
  last_name: own('family-name'),
  email: own('email', (typed) => completedText('email', typed)),
}

/** The user's own name and email. */
export const NameForm = ({ user }: { user: Row<'users'> }) => {
  const dispatch = useAppDispatch()
  const [change] = accountsApi.change.useMutation()
  const [read] = accountsApi.row.useLazyQuery()
  const form = useRecordForm({
    fieldMeta: userFieldMeta,
    row: user,
    valuesFrom: useCallback((row: Row<'users'> | undefined) => layoutValues(layout, row), []),
    schema,
    change,
    readAgain: () => void read(user.id),
    isPartial: true,
  })
  const { title, fields } = layout.sections.own
  return (
    <FormState
      initialValues={form.initialValues}
      schema={schema}
      submit={form.submit}
      done={() =>
        void dispatch(
          usersApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
        )
      }
      rests
      restarts
    >
      <Following form={form} />
      <FormSection title={title} help={`You sign in as ${user.username}.`}>
        <FormBody label={title} draft={form.draft} explain={explained(form)}>
          {user.email !== null && !user.is_email_confirmed && (
            <EmailConfirmation key={user.email} email={user.email} />
          )}
          <DisabledWhileSaving>
            <Fields of={userFieldMeta} names={fields} inputs={ownInputs} />
          </DisabledWhileSaving>
          <SectionActions />
        </FormBody>
      </FormSection>
    </FormState>
  )
}
