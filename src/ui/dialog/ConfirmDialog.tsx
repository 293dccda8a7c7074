import { Button } from '../button/Button'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/kit/errors'
import { BusyButton } from '../feedback/BusyButton'
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
        <BusyButton type="primary" danger={danger} busy={busy} onClick={confirm}>
          {confirmLabel}
        </BusyButton>
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
