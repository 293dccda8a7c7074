import type { SerializedError } from '@reduxjs/toolkit'
import { useState } from 'react'
import type { ApiError } from '../../api/kit/errors'

/** The used part of a query's result. */
export interface QueryResult<T> {
  /** The answer to the current arguments. */
  currentData?: T | undefined
  error?: ApiError | SerializedError | undefined
  isFetching: boolean
  refetch: () => unknown
}

/** An answer, with what it is the answer to. */
interface Answered<T, Q> {
  answer: T
  to: Q
}

/**
 * The last answer of a query together with what it is the answer to: what is shown while the next one is awaited must not be taken
 * for that one's.
 * @param currentData the answer to the current arguments, if it is there
 */
export const useLastAnswer = <T, Q>(currentData: T | undefined, to: Q): Answered<T, Q> | undefined => {
  const [last, setLast] = useState<Answered<T, Q>>()
  if (currentData !== undefined && (last?.answer !== currentData || last.to !== to))
    setLast({ answer: currentData, to })
  return last
}
