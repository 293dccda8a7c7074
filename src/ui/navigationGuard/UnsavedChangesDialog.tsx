import { useState } from 'react'
import { ConfirmDialog } from '../dialog/ConfirmDialog'
import type { Guard } from './guards'
import { leaveQuestion, unsavedChangesOf } from './unsavedChanges'

export interface UnsavedChangesDialogProps {
  guards: ReadonlyMap<Guard, unknown>
  stay: () => void
  leave: () => void
}

/** The navigationGuard's confirmation before unsaved input or other state of the page is lost. */
export const UnsavedChangesDialog = ({ guards, stay, leave }: UnsavedChangesDialogProps) => {
  const [losses] = useState(() => unsavedChangesOf(guards))
  return (
    <ConfirmDialog
      title={leaveQuestion}
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      confirm={leave}
      cancel={stay}
    >
      {losses.map((loss) => (
        <p key={loss}>{loss}</p>
      ))}
    </ConfirmDialog>
  )
}
