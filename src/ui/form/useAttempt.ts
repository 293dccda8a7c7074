import { useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import type { RootState } from '../../api/kit/createStore'
import { attemptKept } from '../../store/drafts'
import { useDraftName } from './useDraftName'

/**
 * What was sent last to make something, which may or may not be there now: whoever tries again goes on from that, also
 * after a reload, for as long as the draft is there (TRUST-28).
 * @param draft the name of the form's draft; nothing outlives the form without one
 * @param part what it makes, where the form makes more than one thing
 */
export const useAttempt = <T extends object>(draft: string | undefined, part: string) => {
  const store = useStore<RootState>()
  const name = useDraftName(draft ?? '')
  const known = useRef<T | null>(null)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return {
    last: (): T | null => {
      if (known.current || draft === undefined) return known.current
      const kept = store.getState().drafts[name]
      // An attempt at something of which nothing has come back is nobody's business any more.
      if (!kept || Object.keys(kept.values).length === 0) return null
      return (kept.attempts?.[part] as T | undefined) ?? null
    },
    keep: (attempt: T) => {
      known.current = attempt
      // Whoever has left the form has given it up, or finds out by the key that went out.
      if (draft !== undefined && isThere.current) store.dispatch(attemptKept({ name, part, attempt }))
    },
  }
}
