import type { ReactNode } from 'react'
import { object, string, type ObjectSchema } from 'yup'
import { problems } from '../../contract/problems'
import { FormDialog } from '../../ui/form/FormDialog'
import { OwnPasswordField } from '../users/OwnPasswordField'

interface Values {
  current_password: string
}

const empty: Values = { current_password: '' }
const schema: ObjectSchema<Values> = object({ current_password: string().required(problems.required) })

interface ByPasswordDialogProps {
  title: string
  /** The confirming button. */
  label: string
  /** What will happen. */
  text: ReactNode
  act: (values: Values) => Promise<unknown>
  close: () => void
}

/** Confirms a change of second factors by the password of the user who is signed in. */
export const ByPasswordDialog = ({ title, label, text, act, close }: ByPasswordDialogProps) => (
  <FormDialog
    title={title}
    saveLabel={label}
    width={440}
    initialValues={empty}
    schema={schema}
    submit={act}
    draft={null}
    close={close}
  >
    <p>{text}</p>
    <OwnPasswordField label="Your password" required />
  </FormDialog>
)
