import { api } from './api'
import { listQuery, type ListArgs, type Page } from './queries'

/** OPN-9: the brokers and consultants that an indirect deal can come from. */
export const sourceNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    sourceNamesList: build.query<Page, ListArgs<'sourceNames'>>(listQuery('sourceNames')),
  }),
})
