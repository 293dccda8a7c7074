import { useAppSelector, useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
import { DateText } from '../../ui/DateText'
import { formatDate } from '../../ui/dates'
import { RichText } from '../../ui/RichText'
import { RowActions } from '../../ui/RowActions'

/** Who may change a note; the server decides, this only offers no more than it allows. */
const useMayChange = ({ created_by }: Row<'notes'>) => {
  const user = useAppSelector(selectCurrentUser)
  return user !== null && (user.id === created_by || user.user_type === 'team')
}

interface NoteItemProps {
  note: Row<'notes'>
  edit: () => void
  remove: () => void
}

/** One note: its text, who wrote it and when, and whether it has been changed since. */
export const NoteItem = ({ note, edit, remove }: NoteItemProps) => {
  const { description, created_by, created_at, modified_at, version } = note
  const author = useRow('users', created_by)?.username
  const mayChange = useMayChange(note)
  const written = formatDate(created_at, 'moment')
  return (
    <li className="note">
      <div className="note-head">
        <p className="note-origin">
          <strong>{author ?? 'Unknown'}</strong>{' '}
          <span className="quiet">
            <DateText value={created_at} format="moment" />
          </span>{' '}
          {version > 1 && (
            <span className="quiet" title={`Changed ${formatDate(modified_at, 'moment')}`}>
              (edited)
            </span>
          )}
        </p>
        {mayChange && (
          <RowActions name={`the note of ${author ?? 'Unknown'}, ${written}`} edit={edit} remove={remove} />
        )}
      </div>
      <RichText html={description} />
    </li>
  )
}
