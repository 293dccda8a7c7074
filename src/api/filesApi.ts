import { createAsyncThunk } from '@reduxjs/toolkit'
import type { BaseQueryApi, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract, type Row } from '../contract'
import { api } from './kit/api'
import { baseQuery, type Found, type Meta, type Outcomes, type Shape } from './kit/baseQuery'
import { listTags } from './kit/cacheTags'
import { contentTypeOf } from './contentTypesApi'
import type { ApiError } from './kit/errors'
import type { Call } from './kit/http'
import { removeMutation } from './kit/mutations'
import { wholeList } from './kit/queries'

/** One file on its way to a record. */
export interface Upload {
  file: File
  /** The record: 'opportunity-5', or a bid's bare id. */
  objectId: string
  tags: Row<'files'>['tags']
  /** The same for each attempt at one file, so that it is stored once however often it is sent (TRUST-28). */
  key: string
  /** Told how much of it has gone out, from 0 to 1. */
  onProgress: (share: number) => void
}

const uploadCall = (
  { file, objectId, tags, key, onProgress }: Upload,
  contentType: number | undefined,
): Call => {
  const form = new FormData()
  form.append('filename', file.name)
  form.append('object_id', objectId)
  if (contentType !== undefined) form.append('content_type', String(contentType))
  for (const tag of tags) form.append('tags', tag)
  form.append('file', file)
  return { url: contract.files.path, form, headers: { 'Idempotency-Key': key }, onProgress }
}

/** The server's own words are the cause. */
const words: Outcomes = { failure: { title: 'Error. Cannot Upload File' } }

/** FILE-1, FILE-3 */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every file of a record. */
    filesOf: build.query<Found, string>({
      query: (objectId) => ({
        url: contract.files.path,
        params: { limit: wholeList, object_id: objectId, expand: 'created_by' },
      }),
      extraOptions: { resource: 'files', shape: 'list' },
      providesTags: listTags('files', ['created_by']),
    }),
    removeFile: build.mutation<null, number>(
      removeMutation('files', { title: 'Error', text: 'Cannot delete this file.' }),
    ),
  }),
})

const stored: Shape = { resource: 'files', shape: 'one', words }

const sendFile = async (
  upload: Upload,
  thunk: BaseQueryApi,
): Promise<QueryReturnValue<Found, ApiError, Meta>> => {
  const { id, error } = await contentTypeOf('file', thunk)
  if (error) return { error, meta: { words } }
  return (await baseQuery(uploadCall(upload, id), thunk, stored)) as QueryReturnValue<Found, ApiError, Meta>
}

interface Told {
  baseQueryMeta: Meta | undefined
}

/**
 * Stores a file; its actions carry what those of a mutation do. It is none: nothing that changes elsewhere is read again for
 * as long as one is under way, and an upload may take minutes. Whoever sends several reads their list again after the last.
 */
export const uploadFile = createAsyncThunk<
  Found,
  Upload,
  { rejectValue: ApiError; fulfilledMeta: Told; rejectedMeta: Told }
>('files/upload', async (upload, { rejectWithValue, fulfillWithValue, ...thunk }) => {
  const { data, error, meta } = await sendFile(upload, { ...thunk, endpoint: 'uploadFile', type: 'mutation' })
  const told = { baseQueryMeta: meta }
  return data ? fulfillWithValue(data, told) : rejectWithValue(error, told)
})

export const { useFilesOfQuery, useRemoveFileMutation } = filesApi
