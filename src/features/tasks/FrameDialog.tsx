import type { FrameDialogProps } from '../feature'
import { TaskDialog } from './TaskDialog'

/** The top bar's TASK (SHELL-9, TASK-1). */
export const FrameDialog = ({ begins: { organizations }, close }: FrameDialogProps<'task'>) => (
  <TaskDialog {...(organizations && { organizations })} close={close} />
)
