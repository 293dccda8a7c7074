import { api } from './kit/api'
import { listQuery, unlimited, type ListArgs, type ListResult } from './kit/queries'

/** All states, ordered by name: they are few. */
export const allStates: ListArgs<'states'> = { q: '', limit: unlimited, offset: 0, ordering: 'name' }

export const statesApi = api.injectEndpoints({
  endpoints: (build) => ({
    statesList: build.query<ListResult, ListArgs<'states'>>({
      ...listQuery('states'),
      // They practically never change.
      keepUnusedDataFor: 24 * 60 * 60,
    }),
  }),
})
