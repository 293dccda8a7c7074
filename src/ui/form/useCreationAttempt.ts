import { useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import type { RootState } from '../../api/kit/createStore'
import { selectAttempt, attemptSaved } from '../../store/drafts'
import { useDraftName } from './useDraftName'

/**
 * The last attempt to create something, whose success may be unknown: a retry continues from it, also after a reload,
 * as long as the draft exists (TRUST-28).
 * @param draft name of the form's draft; without one, the attempt ends with the form
 * @param part what it creates, where the form creates more than one record
 */
export const useCreationAttempt = <T extends object>(draft: string | undefined, part: string) => {
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
      return (selectAttempt(store.getState().drafts, name, part) as T | undefined) ?? null
    },
    keep: (attempt: T) => {
      known.current = attempt
      // After unmounting, the draft is discarded or the key that was sent finds the record.
      if (draft !== undefined && isThere.current) store.dispatch(attemptSaved({ name, part, attempt }))
    },
  }
}
