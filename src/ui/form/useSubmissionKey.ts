import { useRef } from 'react'
import { newKey } from '../../store/newKey'

/**
 * The key under which a record is made: the same for each attempt to send the same thing, another one for anything
 * else. An answer that got lost on its way therefore never makes a second record (TRUST-28).
 */
export const useSubmissionKey = () => {
  const last = useRef<{ sent: string; key: string } | null>(null)
  return (body: unknown): string => {
    const sent = JSON.stringify(body)
    if (last.current?.sent !== sent) last.current = { sent, key: newKey() }
    return last.current.key
  }
}
