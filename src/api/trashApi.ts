import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../contract'
import type { RecordKey } from '../store/toasts'
import { api } from './kit/api'
import type { baseQuery, AnswerOptions } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import type { ExpandOf } from './kit/expands'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

type Build = EndpointBuilder<typeof baseQuery, ResourceName, 'api'>

/** The list of a resource's trashed records and who deleted them, with the arguments, answer and tags of its normal list. */
const trashedList = <N extends ResourceName>(
  build: Build,
  resource: N,
  expand: readonly ExpandOf<N>[] = [],
) => {
  const list = listQuery(resource, ['deleted_by', ...expand] as readonly ExpandOf<N>[])
  return build.query<ListResult, ListArgs<N>>({
    ...list,
    query: (args) => ({ ...list.query(args), url: `${contract[resource].path}trash/` }),
  })
}

const messages = {
  success: { title: 'Update', text: 'Deleted for good.' },
  failure: { title: 'Error', text: 'Cannot delete this record.' },
}

/** Deleted records that can be restored (resolutions, Organizations; TRUST-48). */
export const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    trashedOpportunities: trashedList(build, 'opportunities'),
    trashedBids: trashedList(build, 'bids', ['opportunity']),
    trashedOrganizations: trashedList(build, 'organizations'),
    trashedContacts: trashedList(build, 'contacts'),
    trashedContactLinks: trashedList(build, 'organizationContacts', ['organization', 'contact']),
    trashedAddresses: trashedList(build, 'addresses'),
    trashedAddressLinks: trashedList(build, 'organizationAddresses', ['organization', 'address']),
    trashedNotes: trashedList(build, 'notes', ['created_by']),
    trashedFiles: trashedList(build, 'files', ['created_by']),
    trashedTasks: trashedList(build, 'todos'),
    trashedActivities: trashedList(build, 'activities'),
    trashedTags: trashedList(build, 'tags'),
    /** Only the user's own. */
    trashedMessages: trashedList(build, 'messages'),
    /** Purges a record from the trash, with the records that were deleted with it; for the provider's team. */
    purge: build.mutation<null, RecordKey>({
      query: ({ resource, id }): FetchArgs => ({
        url: `${contract[resource].path}trash/${id}/`,
        method: 'DELETE',
      }),
      extraOptions: { messages } satisfies AnswerOptions,
      invalidatesTags: (_data, error, { resource }) => (error ? [] : [listOf(resource)]),
    }),
  }),
})

export const { usePurgeMutation } = trashApi
