import { asApiError } from '../../api/kit/errors'
import type { QueryResult } from '../../ui/hooks/useLastAnswer'

type Answer = Pick<QueryResult<unknown>, 'error' | 'isFetching'>

/** Reads one record. */
export interface ReadRow {
  useQuery: (id: number) => Answer
}

/** What stands for the name of a record that is not there any more; undefined where it is, or may be. */
export const deletedName = (
  { error, isFetching }: Answer,
  isKnown: boolean,
  noun: string,
): string | undefined => {
  const isGone = error === undefined || asApiError(error)?.status === 404
  return !isKnown && !isFetching && isGone ? `deleted ${noun}` : undefined
}
