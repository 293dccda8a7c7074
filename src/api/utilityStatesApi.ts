import { api } from './api'
import { listQuery, type ListArgs, type Page } from './queries'

export const utilityStatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What bids can be priced for (BID-5). */
    utilityStatesList: build.query<Page, ListArgs<'utilityStates'>>(
      listQuery('utilityStates', ['state', 'utility']),
    ),
  }),
})
