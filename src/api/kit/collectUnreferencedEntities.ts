import { createListenerMiddleware } from '@reduxjs/toolkit'
import type { ResourceName } from '../../contract'
import { isNormalizedResult } from '../../store/etags'
import { unreferencedRowsRemoved, type IdsByResource, type Rows } from '../../store/entities'
import { referencedRows } from '../../store/referencedRows'
import { api } from './api'

interface CollectedState {
  api: ReturnType<typeof api.reducer>
  entities: Rows
  currentUser: { user: { id: number } | null }
}

/** The roots: the rows of cached queries and of the signed-in user. */
const rootsOf = ({ api: { queries }, currentUser }: CollectedState): IdsByResource => {
  const roots: Partial<Record<ResourceName, number[]>> = {}
  for (const query of Object.values(queries)) {
    if (!isNormalizedResult(query?.data)) continue
    const { resource, ids } = query.data
    roots[resource] = (roots[resource] ?? []).concat(ids)
  }
  if (currentUser.user) (roots.users ??= []).push(currentUser.user.id)
  return roots
}

const { removeQueryResult } = api.internalActions

/** Queries are removed in groups, which one collection serves. */
const batchDelay = 20

/** Drops unreferenced rows each time a query has been removed from the cache. */
export const createCollectorMiddleware = () => {
  const listener = createListenerMiddleware<CollectedState>()
  listener.startListening({
    actionCreator: removeQueryResult,
    effect: async (_action, listenerApi) => {
      listenerApi.cancelActiveListeners()
      await listenerApi.delay(batchDelay)
      const state = listenerApi.getState()
      listenerApi.dispatch(unreferencedRowsRemoved(referencedRows(state.entities, rootsOf(state))))
    },
  })
  return listener.middleware
}
