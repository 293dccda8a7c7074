import { contract } from '../contract'
import {
  dryRun,
  replacedSourceNamesPath,
  type ReplacedSourceNames,
  type SourceNamesPreview,
} from '../contract/sourceNames'
import { api } from './kit/api'
import type { ToastMessages } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

/** Failures are shown by the screen. */
const messages = (text: string): ToastMessages => ({ success: { title: 'Update', text }, failure: null })

/** OPN-9: the brokers and consultants of indirect deals. */
export const sourceNamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    sourceNamesList: build.query<ListResult, ListArgs<'sourceNames'>>(listQuery('sourceNames')),
    /** A preview of a file's changes. The server reads its bytes in any encoding. */
    previewSourceNames: build.mutation<SourceNamesPreview, Blob>({
      query: (body) => ({
        url: contract.sourceNames.path,
        method: 'PUT',
        params: dryRun,
        headers: { 'Content-Type': 'text/csv' },
        body,
      }),
      extraOptions: { messages: { failure: null } },
    }),
    replaceSourceNames: build.mutation<null, string[]>({
      query: (names) => ({ url: contract.sourceNames.path, method: 'PUT', body: { names } }),
      extraOptions: { messages: messages('The list of source names is replaced.') },
      transformResponse: () => null,
      invalidatesTags: (_data, error) => (error ? [] : [listOf('sourceNames')]),
    }),
    /** The previous list. */
    replacedSourceNames: build.query<ReplacedSourceNames, undefined>({
      query: () => ({ url: replacedSourceNamesPath }),
      providesTags: [listOf('sourceNames')],
    }),
    restoreSourceNames: build.mutation<null, undefined>({
      query: () => ({ url: replacedSourceNamesPath, method: 'POST' }),
      extraOptions: { messages: messages('The earlier list of source names is back.') },
      transformResponse: () => null,
      invalidatesTags: (_data, error) => (error ? [] : [listOf('sourceNames')]),
    }),
  }),
})

export const {
  usePreviewSourceNamesMutation,
  useReplaceSourceNamesMutation,
  useReplacedSourceNamesQuery,
  useRestoreSourceNamesMutation,
} = sourceNamesApi
