import { useCallback, useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '../../../ui/leaving/guards'

/** What is to become of an organization's logo. */
export type LogoChoice =
  | { is: 'kept' }
  | { is: 'removed' }
  | {
      is: 'chosen'
      image: File
      /** An address that shows the image, for as long as it is the one that is chosen. */
      preview: string
    }

const kept: LogoChoice = { is: 'kept' }

/** The logo as a form has it; whoever leaves before it is stored is asked first. */
export const useLogo = () => {
  const [choice, setChoice] = useState<LogoChoice>(kept)
  const isPending = useRef(false)
  useLeaveGuard(useCallback(() => isPending.current, []))
  const preview = choice.is === 'chosen' ? choice.preview : null
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview])

  const decide = (next: LogoChoice) => {
    isPending.current = next.is !== 'kept'
    setChoice(next)
  }
  return {
    choice,
    decide,
    /** There is nothing left that leaving could lose. */
    settle: () => {
      isPending.current = false
    },
  }
}

export type Logo = ReturnType<typeof useLogo>
