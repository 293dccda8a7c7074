import { ConfirmDialog } from '../dialog/ConfirmDialog'

interface LeaveDialogProps {
  stay: () => void
  leave: () => void
}

/** Asks whoever is about to lose what they typed. */
export const LeaveDialog = ({ stay, leave }: LeaveDialogProps) => (
  <ConfirmDialog
    title="Leave without saving?"
    confirmLabel="Leave"
    cancelLabel="Stay"
    danger
    confirm={leave}
    cancel={stay}
  >
    <p>What you have typed on this page will be lost.</p>
  </ConfirmDialog>
)
