import type { EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../contract'
import { api } from './kit/api'
import type { baseQuery } from './kit/baseQuery'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

type Build = EndpointBuilder<typeof baseQuery, ResourceName, 'api'>

/** The list of what waits in the trash: asked, answered and gone stale like the list of what is alive. */
const trashed = <N extends ResourceName>(build: Build, resource: N) => {
  const list = listQuery(resource)
  return build.query<ListResult, ListArgs<N>>({
    ...list,
    query: (args) => ({ ...list.query(args), url: `${contract[resource].path}trash/` }),
  })
}

/** Deleted records that can be brought back (resolutions, Organizations). */
export const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    trashedOpportunities: trashed(build, 'opportunities'),
    trashedOrganizations: trashed(build, 'organizations'),
    trashedContacts: trashed(build, 'contacts'),
    trashedAddresses: trashed(build, 'addresses'),
    /** One's own alone. */
    trashedMessages: trashed(build, 'messages'),
  }),
})
