import { randomKey } from '../../store/session'
import { useCreationAttempt } from './useCreationAttempt'

/**
 * The idempotency key of a record's creation: the same for each attempt with the same values, another one for other
 * values. An answer lost on its way therefore never creates a second record (TRUST-28).
 * @param draft name of the form's draft, with which the key survives a reload
 */
export const useSubmissionKey = (draft?: string) => {
  const attempt = useCreationAttempt<{ sent: string; key: string }>(draft, 'submission')
  return (body: unknown): string => {
    const sent = JSON.stringify(body)
    const last = attempt.last()
    if (last?.sent === sent) return last.key
    const key = randomKey()
    attempt.keep({ sent, key })
    return key
  }
}
