import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useId, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { useNotesOfQuery, type NotesOwner } from '../../api/notesApi'
import type { Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { NoteItem } from './NoteItem'
import { IfAllowed } from '../kit/IfAllowed'
import './notes.css'

const NoteDialog = lazyDialog(async () => (await import('./NoteDialog')).NoteDialog)
const DeleteNote = lazyDialog(async () => (await import('./DeleteNote')).DeleteNote)

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; note: Row<'notes'> }

const noIds: readonly number[] = []

/** The notes of a record of any kind: reading, adding, editing and deleting them (NOTE-1). */
export const NotesPanel = ({ objectId, model }: NotesOwner) => {
  const owner = { objectId, model }
  const { currentData, error, isFetching, refetch } = useNotesOfQuery(owner, {
    refetchOnMountOrArgChange: true,
  })
  const notes = useRows('notes', currentData?.ids ?? noIds)
  const [open, setOpen] = useState<Open | null>(null)
  const heading = useId()
  const problem = isFetching ? undefined : asApiError(error)
  const close = () => setOpen(null)

  return (
    <section className="notes" aria-labelledby={heading}>
      <div className="notes-head row-apart">
        <h2 id={heading}>Notes</h2>
        <IfAllowed to="create" of="notes">
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ dialog: 'add' })}>
            Add Note
          </Button>
        </IfAllowed>
      </div>
      {problem && (
        <ErrorState
          inline={notes.length > 0}
          title="The notes could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {!currentData && !problem && (
        <p className="notes-waiting" role="status">
          Getting notes...
        </p>
      )}
      {currentData && notes.length === 0 && !problem && (
        <EmptyState
          title="There are no notes yet."
          hint="Calls, offers, what has been agreed: whatever the next to open this should know."
        />
      )}
      {notes.length > 0 && (
        <ol className="panel" aria-busy={isFetching}>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              edit={() => setOpen({ dialog: 'edit', note })}
              remove={() => setOpen({ dialog: 'delete', note })}
            />
          ))}
        </ol>
      )}
      {open?.dialog === 'add' && <NoteDialog owner={owner} close={close} />}
      {open?.dialog === 'edit' && (
        <NoteDialog owner={owner} note={open.note} readAgain={() => void refetch()} close={close} />
      )}
      {open?.dialog === 'delete' && <DeleteNote note={open.note} close={close} />}
    </section>
  )
}
