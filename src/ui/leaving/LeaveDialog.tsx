import { useState } from 'react'
import { ConfirmDialog } from '../dialog/ConfirmDialog'
import type { Guard } from './guards'

interface LeaveDialogProps {
  guards: ReadonlySet<Guard>
  stay: () => void
  leave: () => void
}

const typedText = 'What you have typed on this page will be lost.'

/** What leaving loses, each once. */
const lossesOf = (guards: ReadonlySet<Guard>) => {
  const texts = [...guards].map((holds) => {
    const loss = holds()
    return loss === true ? typedText : loss
  })
  return [...new Set(texts)].filter((text) => text !== false)
}

/** Asks whoever is about to lose what they typed, or whatever else the page holds. */
export const LeaveDialog = ({ guards, stay, leave }: LeaveDialogProps) => {
  const [losses] = useState(() => lossesOf(guards))
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      confirm={leave}
      cancel={stay}
    >
      {losses.map((loss) => (
        <p key={loss}>{loss}</p>
      ))}
    </ConfirmDialog>
  )
}
