import { useRef } from 'react'
import { randomKey } from '../../store/session'

/**
 * Idempotency keys of several requests: each keeps its key however often it is sent, so that an answer lost on its way
 * never makes it happen twice (TRUST-28). A form that sends one request uses useSubmissionKey.
 */
export const useRequestKeys = () => {
  const keys = useRef(new Map<string, string>())
  return (request: unknown): string => {
    const sent = JSON.stringify(request)
    const key = keys.current.get(sent) ?? randomKey()
    keys.current.set(sent, key)
    return key
  }
}
