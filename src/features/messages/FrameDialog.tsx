import type { FrameDialogProps } from '../feature'
import { MessageDialog } from './MessageDialog'

/** The top bar's MESSAGE (SHELL-9, MSG-1). */
export const FrameDialog = (props: FrameDialogProps<'message'>) => <MessageDialog {...props} />
