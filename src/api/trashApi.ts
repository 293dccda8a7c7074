import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../contract'
import type { RecordKey } from '../store/toasts'
import { api } from './kit/api'
import type { baseQuery, AnswerOptions } from './kit/baseQuery'
import { listOf, type TagType } from './kit/cacheTags'
import type { CrudApi } from './kit/crudApi'
import type { ExpandOf } from './kit/expands'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

type Build = EndpointBuilder<typeof baseQuery, TagType, 'api'>

/** The used part of the endpoint. */
type TrashEndpoint<N extends ResourceName> = CrudApi<N>['list']

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

export const { usePurgeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
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

/**
 * The list of a resource's deleted records, which can be restored (resolutions, Organizations; TRUST-48).
 * @param expand the relations that it shows
 */
export const trashOf = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[]) => {
  const name = `${resource}Trash` as const
  const { endpoints } = api.injectEndpoints({
    overrideExisting: true,
    endpoints: (build) => ({ [name]: trashedList(build, resource, expand) }),
  })
  return (endpoints as unknown as Readonly<Record<string, unknown>>)[name] as TrashEndpoint<N>
}
