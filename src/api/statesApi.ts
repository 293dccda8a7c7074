import { api } from './kit/api'
import { listQuery, wholeList, type ListArgs, type ListResult } from './kit/queries'

/** All states, ordered by name: they are few. */
export const everyState: ListArgs<'states'> = { q: '', limit: wholeList, offset: 0, ordering: 'name' }

export const statesApi = api.injectEndpoints({
  endpoints: (build) => ({
    statesList: build.query<ListResult, ListArgs<'states'>>({
      ...listQuery('states'),
      // They practically never change.
      keepUnusedDataFor: 24 * 60 * 60,
    }),
  }),
})
