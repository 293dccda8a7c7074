import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { isQueued, queued, selectQueue, unqueued, type QueueEntry } from '../../store/organizationQueues'

/** The organizations selected for an opportunity but not added yet; empty without an opportunity (BUR-4). */
export const useOrganizationQueue = (opportunity: number | null) => {
  const dispatch = useAppDispatch()
  const queue = useAppSelector((state) => selectQueue(state, opportunity))
  return {
    queue,
    holds: (entry: QueueEntry) => isQueued(queue, entry),
    add: (entry: QueueEntry) => {
      if (opportunity !== null) dispatch(queued({ opportunity, entry }))
    },
    drop: (entry: QueueEntry) => {
      if (opportunity !== null) dispatch(unqueued({ opportunity, entry }))
    },
  }
}
