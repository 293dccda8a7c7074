import type { ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog'
import { useAttempt } from './useAttempt'

interface DeleteDialogProps {
  title: ReactNode
  /** What the record is called. */
  name: string
  /** What else it touches, once that is known. */
  children?: ReactNode
  /** Rejects with the ApiError of a call that was refused: the record then stays, and so does the dialog. */
  remove: () => Promise<unknown>
  /** After the record is gone. */
  done: () => void
  cancel: () => void
}

/** Asks in the words of the parts before a record is deleted (OPD-2, BID-9). */
export const DeleteDialog = ({ title, name, children, remove, done, cancel }: DeleteDialogProps) => {
  const { isBusy, error, attempt } = useAttempt(remove, done)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Delete"
      danger
      busy={isBusy}
      error={error}
      confirm={attempt}
      cancel={cancel}
    >
      <p>
        <span>Are you sure?</span> <span>You won&apos;t be able to revert this.</span>
      </p>
      <p className="dialog-record">
        <strong>{name}</strong> {children}
      </p>
    </ConfirmDialog>
  )
}
