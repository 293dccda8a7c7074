import { Dialog } from '../../ui/dialog/Dialog'

interface ArrivingDialogProps {
  title: string
  close: () => void
}

/** The window of a layout dialog while its content is loading. */
export const ArrivingDialog = ({ title, close }: ArrivingDialogProps) => (
  <Dialog title={title} close={close}>
    <div className="record-waiting" role="status" aria-label="Loading">
      <span className="bar" />
      <span className="bar" />
      <span className="bar" />
    </div>
  </Dialog>
)
