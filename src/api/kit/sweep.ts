import { createListenerMiddleware } from '@reduxjs/toolkit'
import type { ResourceName } from '../../contract'
import { isFound } from '../../store/answerTags'
import { swept, type IdsByResource, type Rows } from '../../store/entities'
import { reachable } from '../../store/reachable'
import { api } from './api'

interface SweptState {
  api: ReturnType<typeof api.reducer>
  entities: Rows
  currentUser: { user: { id: number } | null }
}

/** The roots: the rows of cached queries and of the signed-in user. */
const rootsOf = ({ api: { queries }, currentUser }: SweptState): IdsByResource => {
  const roots: Partial<Record<ResourceName, number[]>> = {}
  for (const query of Object.values(queries)) {
    if (!isFound(query?.data)) continue
    const { resource, ids } = query.data
    roots[resource] = (roots[resource] ?? []).concat(ids)
  }
  if (currentUser.user) (roots.users ??= []).push(currentUser.user.id)
  return roots
}

const { removeQueryResult } = api.internalActions

/** Queries are removed in groups, which one collection serves. */
const pause = 20

/** collectUnreferencedEntities: drops unreachable rows each time a query has been removed from the cache. */
export const sweeping = () => {
  const listener = createListenerMiddleware<SweptState>()
  listener.startListening({
    actionCreator: removeQueryResult,
    effect: async (_action, listenerApi) => {
      listenerApi.cancelActiveListeners()
      await listenerApi.delay(pause)
      const state = listenerApi.getState()
      listenerApi.dispatch(swept(reachable(state.entities, rootsOf(state))))
    },
  })
  return listener.middleware
}
