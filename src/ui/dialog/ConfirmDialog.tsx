import { Button } from '../antd/Button'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/kit/errors'
import { BusyButton } from '../feedback/BusyButton'
import { Dialog } from './Dialog'

export interface ConfirmDialogProps {
  title: ReactNode
  /** The consequences. */
  children: ReactNode
  /** Label of the confirming button: 'Delete'. */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  /** The error of the last attempt. */
  error?: ApiError | undefined
  /** Leads to what can be done about an error. */
  wayOut?: ((error: ApiError) => ReactNode) | undefined
  confirm: () => void
  cancel: () => void
}

/** Confirmation of an action that is not easily undone. Cancel has the initial focus. */
export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  error,
  wayOut,
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
    <div className="dialog-text stack">{children}</div>
    {error && (
      <p className="problem" role="alert">
        {error.detail} {wayOut?.(error)}
      </p>
    )}
  </Dialog>
)
