import { useEffect } from 'react'
import type { Contract, ResourceName } from '../../contract'
import type { OrderingOf } from '../../contract/kit'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { listContinued, type SeenList } from '../../store/seenLists'
import type { ListEndpoint } from './useResourceList'

/** A part of a list that is not known yet. */
interface Missing {
  offset: number
  limit: number
}

/** What has to be known of a list so that a record of it has neighbours on both sides; undefined where that is so. */
const missingAround = (list: SeenList | undefined, at: number): Missing | undefined => {
  if (!list || at < 0) return undefined
  const { offset, ids, count, size } = list
  const end = offset + ids.length
  if (at === ids.length - 1 && end < count) return { offset: end, limit: size }
  if (at > 0 || offset === 0) return undefined
  const start = Math.max(0, offset - size)
  return { offset: start, limit: offset - start }
}

/** Which records stand before and after one in the list that it was opened from. */
export const useNeighbours = <N extends ResourceName>(
  resource: N,
  endpoint: ListEndpoint<N>,
  id: number,
): { previous?: number | undefined; next?: number | undefined } | null => {
  const dispatch = useAppDispatch()
  const list = useAppSelector(({ seenLists }) => seenLists[resource])
  const at = list ? list.ids.indexOf(id) : -1
  const missing = missingAround(list, at)
  const offset = missing?.offset ?? 0
  const { currentData } = endpoint.useQuery(
    {
      ...list?.filters,
      q: list?.q ?? '',
      // It was read from the address by the contract that names the orderings.
      ordering: (list?.ordering ?? '') as OrderingOf<Contract[N]>,
      offset,
      limit: missing?.limit ?? 0,
    },
    { skip: !missing },
  )
  const found = missing && currentData

  useEffect(() => {
    if (found) dispatch(listContinued({ resource, offset, ids: found.ids, count: found.count }))
  }, [dispatch, resource, offset, found])

  return list && at >= 0 ? { previous: list.ids[at - 1], next: list.ids[at + 1] } : null
}
