import { api } from './kit/api'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

/** OPN-9: the brokers and consultants that an indirect deal can come from. */
export const sourceNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    sourceNamesList: build.query<ListResult, ListArgs<'sourceNames'>>(listQuery('sourceNames')),
  }),
})
