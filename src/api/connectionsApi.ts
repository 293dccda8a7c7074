import {
  connectionsPath,
  tryConnectionPath,
  type ConnectionKey,
  type ConnectionsAnswer,
  type ConnectionView,
} from '../contract/connections'
import { api } from './kit/api'

/** State of the external connections, for the provider's team (TRUST-26). */
export const connectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    connections: build.query<ConnectionsAnswer, undefined>({ query: () => ({ url: connectionsPath }) }),
    /** Answers with the state after the test, also for a failure. */
    testConnection: build.mutation<ConnectionView, ConnectionKey>({
      query: (key) => ({ url: tryConnectionPath(key), method: 'POST' }),
      onQueryStarted: async (key, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (!data) return
        dispatch(
          connectionsApi.util.updateQueryData('connections', undefined, ({ results }) => {
            const index = results.findIndex((connection) => connection.key === key)
            results[index] = data
          }),
        )
      },
    }),
  }),
})

export const { useConnectionsQuery, useTestConnectionMutation } = connectionsApi
