import { useRef } from 'react'
import { string, type ObjectSchema } from 'yup'
import { useEraseContactMutation } from '../../api/personalDataApi'
import type { Row } from '../../contract'
import { eraseInput, erasedName, otherName, type EraseInput } from '../../contract/erasures'
import { problems } from '../../contract/problems'
import { contactPaths } from '../../resources/contacts/paths'
import { FormDialog } from '../../ui/form/FormDialog'
import { schemaOf } from '../../ui/form/schemaOf'
import { TextField } from '../../ui/form/TextField'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import { useNavigateAfterDelete } from '../../ui/page/useGoBack'

interface EraseContactProps {
  contact: Row<'contacts'>
  close: () => void
}

const fields = schemaOf(eraseInput, ['name', 'reason']) as unknown as ObjectSchema<EraseInput>

/** Tells what goes and what stays, and erases a contact once its name is typed and a reason given (PRIV-3). */
export const EraseContact = ({ contact: { contact_id: id, name, version }, close }: EraseContactProps) => {
  const [erase] = useEraseContactMutation()
  const leave = useNavigateAfterDelete(contactPaths.list)
  const keyOf = useSubmissionKey()
  const isErased = useRef(false)
  const schema = fields.shape({ name: string().required(problems.required).oneOf([name], otherName) })
  return (
    <FormDialog<EraseInput>
      title="Erase personal data"
      saveLabel="Erase for good"
      width={560}
      initialValues={{ name: '', reason: '' }}
      schema={schema}
      submit={async (order) => {
        await erase({ id, version, order, key: keyOf(order) }).unwrap()
        isErased.current = true
      }}
      draft={null}
      close={() => (isErased.current ? leave() : close())}
    >
      <div className="dialog-text stack">
        <p>
          <strong>This cannot be undone.</strong> What goes: all values of the contact, its links to
          organizations, its notes and files, messages from it and to it alone, its place among the
          participants of meetings, and what audit, imports and merges tell of it.
        </p>
        <p>
          What stays: “{erasedName(id)}” in the trash, that changes were made, when and by whom, contracts and
          deals, this erasure with its reason, and what people have written elsewhere.
        </p>
      </div>
      <TextField name="name" label="Name" hint={`Type “${name}” to confirm.`} required />
      <TextField name="reason" label="Reason" hint="It is kept. Name no person." required />
    </FormDialog>
  )
}
