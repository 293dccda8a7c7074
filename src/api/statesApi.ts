import { api } from './kit/api'
import { listQuery, wholeList, type ListArgs, type ListResult } from './kit/queries'

/** Every state, in the order of their names: they are few. */
export const everyState: ListArgs<'states'> = { q: '', limit: wholeList, offset: 0, ordering: 'name' }

export const statesApi = api.injectEndpoints({
  endpoints: (build) => ({
    statesList: build.query<ListResult, ListArgs<'states'>>({
      ...listQuery('states'),
      // They do not change while somebody works.
      keepUnusedDataFor: 24 * 60 * 60,
    }),
  }),
})
