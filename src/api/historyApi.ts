import type { ListAnswer } from '../contract/answers'
import type { ResourceName } from '../contract'
import { historyPath, type HistoryEntry } from '../contract/history'
import { api } from './kit/api'

interface HistoryArgs {
  resource: ResourceName
  id: number
  limit: number
}

/** What happened to a record, the last change first (HIST-1). */
export const { useHistoryQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    history: build.query<ListAnswer<HistoryEntry>, HistoryArgs>({
      query: ({ resource, id, limit }) => ({ url: historyPath(resource, id), params: { limit } }),
      providesTags: (_found, _error, { resource, id }) => [{ type: resource, id }],
    }),
  }),
})
