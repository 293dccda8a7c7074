import { useMemo, useRef, useState } from 'react'
import { asApiError, type ApiError } from '../../api/errors'
import { useChangeNoteMutation, useCreateNoteMutation, type NotesOwner } from '../../api/notesApi'
import { contract, type Row } from '../../contract'
import { FormDialog } from '../../ui/form/FormDialog'
import { RichTextField } from '../../ui/form/RichTextField'
import { schemaOf } from '../../ui/form/schemaOf'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import { changedBody, valuesOf } from '../../ui/form/values'
import { NoteConflict } from './NoteConflict'

const names = ['description'] as const
const schema = schemaOf(contract.notes, names)

interface NoteDialogProps {
  owner: NotesOwner
  /** The note to change; without one, a new one is written. */
  note?: Row<'notes'>
  /** Reads the notes again, and with them what somebody else has made of this one. */
  readAgain?: () => void
  close: () => void
}

/** Writes or changes a note (NOTE-1). */
export const NoteDialog = ({ owner, note, readAgain, close }: NoteDialogProps) => {
  const [create] = useCreateNoteMutation()
  const [change] = useChangeNoteMutation()
  const keyFor = useSubmissionKey()
  const [base, setBase] = useState(note)
  const version = useRef(note?.version)
  const initialValues = useMemo(() => valuesOf(contract.notes, names, base), [base])

  const save = async ({ description }: typeof initialValues) => {
    if (!base) return create({ owner, description, key: keyFor(description) }).unwrap()
    const body = changedBody({ description }, initialValues)
    if (body.description === undefined) return undefined
    try {
      return await change({ id: base.id, body: { description }, version: version.current }).unwrap()
    } catch (cause) {
      if (asApiError(cause as ApiError)?.code === 'stale_version') readAgain?.()
      throw cause
    }
  }

  return (
    <FormDialog
      title={note ? 'Edit Note' : 'Add Note'}
      width={640}
      initialValues={initialValues}
      schema={schema}
      restarts
      submit={save}
      close={close}
      explain={({ code, current }) =>
        base && code === 'stale_version' && current ? (
          <NoteConflict
            base={base}
            current={current as Row<'notes'>}
            buildOn={(next) => {
              version.current = next
            }}
            take={() => setBase(current as Row<'notes'>)}
          />
        ) : undefined
      }
    >
      <RichTextField name="description" label="Note" required takesFocus />
    </FormDialog>
  )
}
