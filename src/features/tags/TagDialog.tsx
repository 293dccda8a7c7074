import { useChangeTagMutation, useCreateTagMutation } from '../../api/tagsApi'
import { contract, type Row } from '../../contract'
import { ColorField } from '../../ui/form/ColorField'
import { FormDialog } from '../../ui/form/FormDialog'
import { schemaOf } from '../../ui/form/schemaOf'
import { TextField } from '../../ui/form/TextField'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import { changedBody, valuesOf } from '../../ui/form/values'

const { fields } = contract.tags
const names = ['name', 'color', 'description'] as const
const schema = schemaOf(contract.tags, names)
/** Of a tag that nobody has coloured yet. */
const defaultColor = '#222'

interface TagDialogProps {
  /** The tag to change; without one, a new one is made. */
  tag?: Row<'tags'>
  close: () => void
}

/** Makes or changes a tag; each time it opens it begins afresh (TAG-2). */
export const TagDialog = ({ tag, close }: TagDialogProps) => {
  const [create] = useCreateTagMutation()
  const [change] = useChangeTagMutation()
  const keyFor = useSubmissionKey()
  const initialValues = valuesOf(contract.tags, names, tag ?? { color: defaultColor })

  return (
    <FormDialog
      title={tag ? 'Edit Tag' : 'Create Tag'}
      initialValues={initialValues}
      schema={schema}
      submit={(values) => {
        const body = schema.cast(values)
        return tag
          ? change({ id: tag.tag_id, version: tag.version, body: changedBody(body, initialValues) }).unwrap()
          : create({ body, key: keyFor(body) }).unwrap()
      }}
      close={close}
    >
      <TextField name="name" label="Name" required max={fields.name.max} />
      <ColorField name="color" label="Color" required />
      <TextField name="description" label="Description" required max={fields.description.max} />
    </FormDialog>
  )
}
