import type { FrameDialogProps } from '../../features/feature'
import { Dialog } from '../../ui/dialog/Dialog'
import { Palette } from './Palette'

/** The command palette: finds pages, records and commands. */
export const FrameDialog = ({ close }: FrameDialogProps<'palette'>) => (
  <Dialog title="Search everything" width={640} close={close}>
    <Palette close={close} />
  </Dialog>
)
