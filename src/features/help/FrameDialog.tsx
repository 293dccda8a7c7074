import { useEffect, useState } from 'react'
import type { FrameDialogProps } from '../feature'
import { isChatRunning, showChat } from './chat'
import { HelpDialog } from './HelpDialog'

/** Opens the running chat, else the help panel (SHELL-6). */
export const FrameDialog = ({ close }: FrameDialogProps<'help'>) => {
  const [isChatting, setIsChatting] = useState(isChatRunning)
  useEffect(() => {
    if (!isChatting) return
    Promise.resolve()
      .then(showChat)
      .then(close, () => setIsChatting(false))
  }, [isChatting, close])
  return isChatting ? null : <HelpDialog close={close} />
}
