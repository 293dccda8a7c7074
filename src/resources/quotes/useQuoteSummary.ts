import { useCallback } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { comparisonsApi, useQuoteSummariesQuery } from '../../api/quotesApi'
import { useReadAtExpiry } from './useReadAtExpiry'

const { select } = comparisonsApi.endpoints.quoteSummaries

/**
 * The open quotes of an opportunity in short, in one call for all of a page, which is repeated when one of them expires (QUO-12).
 * @param ids the opportunities of the page; the same array as long as they are the same
 */
export const useQuoteSummary = (ids: readonly number[], opportunity: number) => {
  const { currentData, isError, refetch } = useQuoteSummariesQuery(ids, { refetchOnMountOrArgChange: true })
  const summary = currentData?.[opportunity]
  const dispatch = useAppDispatch()
  const readSince = useCallback(
    (moment: number) =>
      dispatch((_, getState) => {
        // Other cells of the page may have read it.
        const { startedTimeStamp = 0 } = select(ids)(getState())
        if (startedTimeStamp <= moment) void refetch()
      }),
    [dispatch, ids, refetch],
  )
  useReadAtExpiry(summary?.next_expiry, readSince)
  return {
    /** Whether the answer has come. */
    isKnown: currentData !== undefined,
    isError,
    /** Undefined where none is open. */
    summary,
  }
}
