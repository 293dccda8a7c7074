import { newKey } from '../../store/newKey'
import { useAttempt } from './useAttempt'

/**
 * The key under which a record is made: the same for each attempt to send the same thing, another one for anything
 * else. An answer that got lost on its way therefore never makes a second record (TRUST-28).
 * @param draft the name of the form's draft, with which the key outlives a reload
 */
export const useSubmissionKey = (draft?: string) => {
  const attempt = useAttempt<{ sent: string; key: string }>(draft, 'submission')
  return (body: unknown): string => {
    const sent = JSON.stringify(body)
    const last = attempt.last()
    if (last?.sent === sent) return last.key
    const key = newKey()
    attempt.keep({ sent, key })
    return key
  }
}
