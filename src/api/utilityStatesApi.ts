import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import type { ExpandOf } from './kit/expands'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

/** The parts of a service's name. */
const expand = ['state', 'utility'] as const satisfies readonly ExpandOf<'utilityStates'>[]

export const utilityStatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The services that bids can be priced for (BID-5). */
    utilityStatesList: build.query<ListResult, ListArgs<'utilityStates'>>(listQuery('utilityStates', expand)),
    utilityState: build.query<NormalizedResult, number>(rowQuery('utilityStates', expand)),
  }),
})
