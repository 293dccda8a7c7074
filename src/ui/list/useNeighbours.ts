import { useEffect } from 'react'
import type { Contract, ResourceName } from '../../contract'
import type { OrderingOf } from '../../contract/fields'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { listExtended, type VisitedList } from '../../store/visitedLists'
import type { ListEndpoint } from './useResourceList'

/** A missing range of a list. */
interface Missing {
  offset: number
  limit: number
}

/** The range required to know a record's neighbours on both sides; undefined where it is loaded. */
const missingAround = (list: VisitedList | undefined, at: number): Missing | undefined => {
  if (!list || at < 0) return undefined
  const { offset, ids, count, size } = list
  const end = offset + ids.length
  if (at === ids.length - 1 && end < count) return { offset: end, limit: size }
  if (at > 0 || offset === 0) return undefined
  const start = Math.max(0, offset - size)
  return { offset: start, limit: offset - start }
}

/** The previous and next record in the list that a record was opened from. */
export const useNeighbours = <N extends ResourceName>(
  resource: N,
  endpoint: ListEndpoint<N>,
  id: number,
): { previous?: number | undefined; next?: number | undefined } | null => {
  const dispatch = useAppDispatch()
  const list = useAppSelector(({ visitedLists }) => visitedLists[resource])
  const at = list ? list.ids.indexOf(id) : -1
  const missing = missingAround(list, at)
  const offset = missing?.offset ?? 0
  const { currentData } = endpoint.useQuery(
    {
      ...list?.filters,
      q: list?.q ?? '',
      // It was read from the URL by the contract entry that declares the orderings.
      ordering: (list?.ordering ?? '') as OrderingOf<Contract[N]>,
      offset,
      limit: missing?.limit ?? 0,
    },
    { skip: !missing },
  )
  const found = missing && currentData

  useEffect(() => {
    if (found) dispatch(listExtended({ resource, offset, ids: found.ids, count: found.count }))
  }, [dispatch, resource, offset, found])

  return list && at >= 0 ? { previous: list.ids[at - 1], next: list.ids[at + 1] } : null
}
