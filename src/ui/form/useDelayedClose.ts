import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

/**
 * Whether a list of suggestions is open. It stays open for some milliseconds after blur; Esc closes it at once, and a
 * focus in the meantime keeps it open.
 */
export const useDelayedClose = (ms: number, closed: () => void) => {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const escaped = useRef(false)

  const stay = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  useEffect(() => stay, [])

  const close = () => {
    stay()
    setIsOpen(false)
    closed()
  }

  return {
    isOpen,
    close,
    /** For the input of the list. */
    handlers: {
      onFocus: stay,
      onKeyDown: ({ key }: KeyboardEvent) => {
        escaped.current = key === 'Escape'
      },
      onOpenChange: (open: boolean) => {
        if (open) {
          stay()
          setIsOpen(true)
        } else if (ms === 0 || escaped.current) close()
        else timer.current ??= setTimeout(close, ms)
      },
    },
  }
}
