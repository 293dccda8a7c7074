import { useState, type ReactNode } from 'react'
import { asApiError, type ApiError } from '../../api/errors'
import { ConfirmDialog } from './ConfirmDialog'

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
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  const confirm = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      await remove()
    } catch (cause) {
      setError(asApiError(cause as ApiError))
      setIsBusy(false)
      return
    }
    done()
  }

  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Delete"
      danger
      busy={isBusy}
      error={error}
      confirm={() => void confirm()}
      cancel={cancel}
    >
      <p>Are you sure?</p>
      <p>You won&apos;t be able to revert this.</p>
      <p className="dialog-record">
        <strong>{name}</strong> {children}
      </p>
    </ConfirmDialog>
  )
}
