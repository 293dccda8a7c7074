import { useIsAllowed } from '../../api/kit/hooks'
import type { MergedResource } from '../../contract/duplicatePairs'

/** Whether the user may merge two records, and take that back: one is changed, and the other one removed (DUP-3). */
export const useMayMerge = (resource: MergedResource): boolean => {
  const mayChange = useIsAllowed(resource, 'change')
  const mayRemove = useIsAllowed(resource, 'remove')
  return mayChange && mayRemove
}
