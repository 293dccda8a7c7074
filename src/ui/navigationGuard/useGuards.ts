import { useCallback, useEffect, useState } from 'react'
import type { Guard, Guards } from './guards'

/**
 * The state of a page's guards, for the component that confirms; also registers the browser's own dialog on closing the
 * tab.
 */
export const useGuards = (added: () => void) => {
  const [guards] = useState(() => new Map<Guard, (() => void) | undefined>())
  const [register] = useState<Guards>(() => ({
    add: (guard, left) => {
      guards.set(guard, left)
      added()
      return () => void guards.delete(guard)
    },
  }))
  const holds = useCallback(() => [...guards.keys()].some((guard) => guard()), [guards])
  const tellLeft = useCallback(() => guards.forEach((left) => left?.()), [guards])

  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (holds()) event.preventDefault()
    }
    window.addEventListener('beforeunload', closing)
    return () => window.removeEventListener('beforeunload', closing)
  }, [holds])

  return { guards, register, holds, tellLeft }
}
