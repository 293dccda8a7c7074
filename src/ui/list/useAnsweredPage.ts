import { asApiError } from '../../api/kit/errors'
import { useLastAnswer, type QueryResult } from '../hooks/useLastAnswer'
import { pageArgs } from './listArgs'
import { usePageCorrection, type ListAnswered } from './useResourceList'
import type { ListControl } from './useListState'

/**
 * The data of a list page whose rows are records of no resource, such as imports. Rows stay until the next are loaded, but no empty
 * list does: it would say of other filters that there is nothing.
 * @param pageOf the rows of an answer
 */
export const useAnsweredPage = <T, R>(
  { state, act }: ListControl,
  { currentData, error, isFetching, refetch }: QueryResult<T>,
  pageOf: (answer: T) => { rows: readonly R[]; count: number },
): ListAnswered<R> => {
  const { offset } = pageArgs(state)
  const last = useLastAnswer(currentData, offset)
  const page = last && pageOf(last.answer)
  const isShown = page !== undefined && (currentData !== undefined || page.count > 0)
  const problem = isFetching ? undefined : asApiError(error)
  const count = currentData === undefined ? undefined : page?.count
  usePageCorrection({ state, act }, count, isFetching || problem !== undefined)
  return {
    rows: isShown ? [...page.rows] : undefined,
    offset: last?.to ?? 0,
    count: isShown ? page.count : 0,
    fetching: isFetching,
    error: problem,
    retry: () => void refetch(),
  }
}
