import { useChangeNoteMutation, useCreateNoteMutation, type NotesOwner } from '../../api/notesApi'
import type { Row } from '../../contract'
import { RichTextField } from '../../ui/form/RichTextField'
import { frameOf } from '../kit/FieldInput'
import { defineLayout, layoutSchema, layoutValues } from '../kit/layout'
import { RecordDialog } from '../kit/RecordForm'
import { useRecordForm } from '../kit/useRecordForm'
import { useMentions } from '../users/useMentions'
import { noteFieldMeta } from './fieldMeta'

/** The note's record is given by the caller. */
const layout = defineLayout('notes', { note: { title: 'Note', fields: ['description'] } }, [
  'object_id',
  'content_type',
])
const schema = layoutSchema(layout)
const valuesFrom = (note: Row<'notes'> | undefined) => layoutValues(layout, note)

interface NoteDialogProps {
  owner: NotesOwner
  /** The note to edit; without it, a new one is written. */
  note?: Row<'notes'>
  /** Refetches the notes, with concurrent changes of this one. */
  readAgain?: () => void
  close: () => void
}

/** Creates or edits a note (NOTE-1). */
export const NoteDialog = ({ owner, note, readAgain, close }: NoteDialogProps) => {
  const [create] = useCreateNoteMutation()
  const [change] = useChangeNoteMutation()
  const form = useRecordForm({
    fieldMeta: noteFieldMeta,
    row: note,
    valuesFrom,
    schema,
    make: ({ description }, once) =>
      once(({ body, key }) => create({ owner, description: body.description, key }), {
        description,
        object_id: owner.objectId,
      }),
    change,
    owner: `${owner.model}:${owner.objectId}`,
    readAgain,
  })
  return (
    <RecordDialog form={form} title={note ? 'Edit Note' : 'Add Note'} width={640} close={close}>
      <RichTextField
        {...frameOf({ of: noteFieldMeta, name: 'description' })}
        takesFocus
        useMentions={useMentions}
      />
    </RecordDialog>
  )
}
