import { useAppSelector } from '../../api/kit/hooks'
import { useAskSupportMutation } from '../../api/supportApi'
import { personName } from '../../contract/personName'
import { supportRequest } from '../../contract/support'
import { selectCurrentUser } from '../../store/currentUser'
import { FormDialog } from '../../ui/form/FormDialog'
import { schemaOf } from '../../ui/form/schemaOf'
import { TextField } from '../../ui/form/TextField'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'

interface Values {
  text: string
}

const schema = schemaOf<(typeof supportRequest)['fields'], 'text'>(supportRequest, ['text'])
const draft = { name: 'help' }
const initialValues: Values = { text: '' }

/** The built-in help panel: sends a message with its sender to the support (SHELL-6). */
export const HelpDialog = ({ close }: { close: () => void }) => {
  const user = useAppSelector(selectCurrentUser)
  const sender =
    user && [personName({ ...user, email: user.username }), user.email].filter(Boolean).join(', ')
  const [ask] = useAskSupportMutation()
  const keyFor = useSubmissionKey(draft.name)
  return (
    <FormDialog<Values>
      title="Help"
      saveLabel="Send"
      initialValues={initialValues}
      schema={schema}
      submit={({ text }) => {
        const body = { text: text.trim() }
        return ask({ body, key: keyFor(body) }).unwrap()
      }}
      draft={draft}
      close={close}
    >
      <TextField
        name="text"
        label="How can we help?"
        required
        multiline
        hint={`${sender ? `Sent with your name and email: ${sender}. ` : ''}The answer comes to your inbox.`}
      />
    </FormDialog>
  )
}
