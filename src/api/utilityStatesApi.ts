import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import type { ExpandOf } from './kit/expands'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

/** The parts of a service's name. */
const named = ['state', 'utility'] as const satisfies readonly ExpandOf<'utilityStates'>[]

export const utilityStatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The services that bids can be priced for (BID-5). */
    utilityStatesList: build.query<ListResult, ListArgs<'utilityStates'>>(listQuery('utilityStates', named)),
    utilityState: build.query<Found, number>(rowQuery('utilityStates', named)),
  }),
})
