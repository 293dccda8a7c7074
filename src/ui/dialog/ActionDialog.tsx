import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog'
import { useAsyncAction } from './useAsyncAction'

export interface ActionDialogProps extends Omit<ConfirmDialogProps, 'busy' | 'error' | 'confirm' | 'cancel'> {
  /** Rejects with the ApiError of a refused call: the dialog then stays and shows the reason. */
  act: () => Promise<unknown>
  close: () => void
  /** Called after a success instead of `close`. */
  done?: () => void
}

/** Confirmation of an action that is not easily undone; runs it, and shows the reason of a refusal. */
export const ActionDialog = ({ act, close, done = close, ...dialog }: ActionDialogProps) => {
  const { isBusy, error, attempt } = useAsyncAction(act, done)
  return <ConfirmDialog {...dialog} busy={isBusy} error={error} confirm={attempt} cancel={close} />
}
