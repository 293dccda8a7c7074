import { api } from './kit/api'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

export const utilityStatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What bids can be priced for (BID-5). */
    utilityStatesList: build.query<ListResult, ListArgs<'utilityStates'>>(
      listQuery('utilityStates', ['state', 'utility']),
    ),
  }),
})
