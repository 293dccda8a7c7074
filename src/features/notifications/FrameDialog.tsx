import { Dialog } from '../../ui/dialog/Dialog'
import type { FrameDialogProps } from '../feature'
import { Notifications } from './Notifications'

/** The bell of the top bar (NOTI-1). */
export const FrameDialog = ({ close }: FrameDialogProps<'notifications'>) => (
  <Dialog title="Notifications" width={520} close={close}>
    <Notifications leave={close} />
  </Dialog>
)
