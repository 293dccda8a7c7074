import { useRow } from '../../api/kit/hooks'
import { useRemoveNoteMutation } from '../../api/notesApi'
import type { Row } from '../../contract'
import { useDateWords } from '../../ui/value/useDateWords'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { excerpt } from '../../ui/richText/excerpt'

interface DeleteNoteProps {
  note: Row<'notes'>
  close: () => void
}

/** Confirmation of a note's deletion. */
export const DeleteNote = ({ note: { id, description, created_by, created_at }, close }: DeleteNoteProps) => {
  const inWords = useDateWords()
  const [remove] = useRemoveNoteMutation()
  const author = useRow('users', created_by)?.username
  return (
    <DeleteDialog
      title="Delete Note"
      name={excerpt(description)}
      remove={() => remove(id).unwrap()}
      done={close}
      cancel={close}
    >
      {author !== undefined && `by ${author}, `}
      {inWords(created_at, 'moment')}
    </DeleteDialog>
  )
}
