import { useFormikContext } from 'formik'
import { useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { ConflictPanel } from '../../ui/form/ConflictPanel'
import { RichText } from '../../ui/RichText'

interface NoteConflictProps {
  /** The note as it was when the form began. */
  base: Row<'notes'>
  /** As it is now. */
  current: Row<'notes'>
  /** From now on a save builds on this version. */
  buildOn: (version: number) => void
  /** Begins the form anew with the note as it is now. */
  take: () => void
}

/** Inside the form: what somebody else has made of the note meanwhile. */
export const NoteConflict = ({ base, current, buildOn, take }: NoteConflictProps) => {
  const { values, submitForm } = useFormikContext<Pick<Row<'notes'>, 'description'>>()
  const by = useRow('users', current.modified_by)?.username
  const shown = (html: string) => <RichText html={html} />
  return (
    <ConflictPanel
      by={by}
      at={current.modified_at}
      times={current.version - base.version}
      lines={[
        {
          label: 'Note',
          was: shown(base.description),
          theirs: shown(current.description),
          mine: shown(values.description),
        },
      ]}
      reload={() => {
        buildOn(current.version)
        take()
      }}
      overwrite={() => {
        buildOn(current.version)
        void submitForm()
      }}
    />
  )
}
