import { useEffect, useState } from 'react'
import type { FrameDialogProps } from '../feature'
import { isChatRunning, showChat } from './chat'
import { HelpDialog } from './HelpDialog'

/** Leads to the chat where one has been started, else to the help panel (SHELL-6). */
export const FrameDialog = ({ close }: FrameDialogProps<'help'>) => {
  const [isChatting] = useState(isChatRunning)
  useEffect(() => {
    if (!isChatting) return
    showChat()
    close()
  }, [isChatting, close])
  return isChatting ? null : <HelpDialog close={close} />
}
