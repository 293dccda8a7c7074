import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigationGuard } from '../../../ui/navigationGuard/guards'

/** The change of an organization's logo. */
export type LogoChoice =
  | { is: 'kept' }
  | { is: 'removed' }
  | {
      is: 'chosen'
      image: File
      /** Object URL of the selected image, valid while it is selected. */
      preview: string
    }

const kept: LogoChoice = { is: 'kept' }

/** The logo in a form, with the navigationGuard until it is stored. */
export const useLogo = () => {
  const [choice, setChoice] = useState<LogoChoice>(kept)
  const isPending = useRef(false)
  useNavigationGuard(useCallback(() => isPending.current, []))
  const preview = choice.is === 'chosen' ? choice.preview : null
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview])

  const decide = (next: LogoChoice) => {
    isPending.current = next.is !== 'kept'
    setChoice(next)
  }
  return {
    choice,
    decide,
    /** Nothing is unsaved any more. */
    settle: () => {
      isPending.current = false
    },
  }
}

export type Logo = ReturnType<typeof useLogo>
