import { usePermission, useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { Avatar } from '../../ui/value/Avatar'
import { DateText } from '../../ui/value/DateText'
import { useDateWords } from '../../ui/value/useDateWords'
import { RichText } from '../../ui/richText/RichText'
import { RowActions } from '../../ui/table/RowActions'

interface NoteItemProps {
  note: Row<'notes'>
  edit: () => void
  remove: () => void
}

/** One note: text, author, time, and whether it was edited. */
export const NoteItem = ({ note, edit, remove }: NoteItemProps) => {
  const { description, created_by, created_at, modified_at, version } = note
  const author = useRow('users', created_by)?.username
  const mayChange = usePermission('notes', 'change', note).isAllowed
  const mayRemove = usePermission('notes', 'remove', note).isAllowed
  const inWords = useDateWords()
  const written = inWords(created_at, 'moment')
  return (
    <li className="note">
      <Avatar name={author ?? '?'} />
      <div className="note-head line">
        <p className="note-origin">
          <strong>{author ?? 'Unknown'}</strong>{' '}
          <span className="quiet">
            <DateText value={created_at} format="moment" />
          </span>{' '}
          {version > 1 && (
            <span className="quiet" title={`Changed ${inWords(modified_at, 'moment')}`}>
              (edited)
            </span>
          )}
        </p>
        <RowActions
          name={`the note of ${author ?? 'Unknown'}, ${written}`}
          edit={mayChange ? edit : undefined}
          remove={mayRemove ? remove : undefined}
        />
      </div>
      <RichText html={description} />
    </li>
  )
}
