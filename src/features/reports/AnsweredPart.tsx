import type { ReactNode } from 'react'
import { asApiError } from '../../api/kit/errors'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { ProgressLine } from '../../ui/feedback/ProgressLine'
import { useLastAnswer, type QueryResult } from '../../ui/hooks/useLastAnswer'
import type { Period } from './period'

interface AnsweredPartProps<T> {
  query: QueryResult<T>
  period: Period
  /** What failed: 'The pipeline could not be loaded.' */
  problemTitle: string
  /** Shows an answer together with the period that it is of. */
  children: (answer: T, period: Period) => ReactNode
}

/**
 * A part of the reports: the numbers of the last period stay, marked as busy, until those of the next one are there; a failure is
 * said in their place (REP-6).
 */
export const AnsweredPart = <T,>({
  query: { currentData, error, isFetching, refetch },
  period,
  problemTitle,
  children,
}: AnsweredPartProps<T>) => {
  const last = useLastAnswer(currentData, period)
  const problem = isFetching ? undefined : asApiError(error)
  const shown = problem && currentData === undefined ? undefined : last
  const isOld = currentData === undefined
  return (
    <div className={isOld ? 'report-answer report-answer-old' : 'report-answer'} aria-busy={isFetching}>
      {isFetching && shown && <ProgressLine label="Loading" />}
      {problem && <ErrorState inline title={problemTitle} error={problem} retry={() => void refetch()} />}
      {shown && children(shown.answer, shown.to)}
      {!shown && !problem && <div role="status" aria-label="Loading" className="panel report-loading" />}
    </div>
  )
}
