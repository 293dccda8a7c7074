import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/errors'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  title: ReactNode
  /** What will happen. */
  children: ReactNode
  /** The button that does it: 'Delete'. */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  /** Why it could not be done just now. */
  error?: ApiError | undefined
  confirm: () => void
  cancel: () => void
}

/** Asks before something is done that is not easily undone. Cancel has the focus. */
export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  error,
  confirm,
  cancel,
}: ConfirmDialogProps) => (
  <Dialog
    title={title}
    close={cancel}
    busy={busy}
    width={440}
    footer={
      <div className="dialog-actions">
        <Button data-first-focus disabled={busy} onClick={cancel}>
          {cancelLabel}
        </Button>
        <Button type="primary" danger={danger} loading={busy} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    }
  >
    <div className="dialog-text">{children}</div>
    {error && (
      <p className="problem" role="alert">
        {error.detail}
      </p>
    )}
  </Dialog>
)
