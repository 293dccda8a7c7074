import { createAsyncThunk } from '@reduxjs/toolkit'
import type { BaseQueryApi, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract, type Contract, type Row } from '../contract'
import { lineFrom } from '../contract/textRules'
import { api } from './kit/api'
import {
  baseQuery,
  type NormalizedResult,
  type Meta,
  type ToastMessages,
  type AnswerOptions,
} from './kit/baseQuery'
import { listTags } from './kit/cacheTags'
import { contentTypeOf } from './contentTypesApi'
import type { ApiError } from './kit/errors'
import type { Call } from './kit/http'
import { removeMutation } from './kit/mutations'
import { unlimited } from './kit/queries'

/** A file upload to a record. */
export interface Upload {
  file: File
  /** The record: 'opportunity-5', or a bid's bare id. */
  objectId: string
  tags: Row<'files'>['tags']
  /** Idempotency key, the same for each attempt, so that the file is stored once (TRUST-28). */
  key: string
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

const uploadCall = (
  { file, objectId, tags, key, onProgress }: Upload,
  contentType: number | undefined,
): Call => {
  const form = new FormData()
  const append = (name: keyof Contract['files']['fields'], value: string | File) => form.append(name, value)
  // Names of uploaded files may contain characters that are invalid here.
  append('filename', lineFrom(file.name) || 'file')
  append('object_id', objectId)
  if (contentType !== undefined) append('content_type', String(contentType))
  for (const tag of tags) append('tags', tag)
  append('file', file)
  return { url: contract.files.path, form, headers: { 'Idempotency-Key': key }, onProgress }
}

/** The cause is the server's message. */
const messages: ToastMessages = { failure: { title: 'Error. Cannot Upload File' } }

/** FILE-1, FILE-3 */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every file of a record. */
    filesOf: build.query<NormalizedResult, string>({
      query: (objectId) => ({
        url: contract.files.path,
        params: { limit: unlimited, object_id: objectId, expand: 'created_by' },
      }),
      extraOptions: { resource: 'files', shape: 'list' },
      providesTags: listTags('files', ['created_by']),
    }),
    removeFile: build.mutation<null, number>(
      removeMutation('files', { title: 'Error', text: 'Cannot delete this file.' }),
    ),
  }),
})

const uploadOptions: AnswerOptions = { resource: 'files', shape: 'one', messages }

const storeFile = async (
  upload: Upload,
  thunk: BaseQueryApi,
): Promise<QueryReturnValue<NormalizedResult, ApiError, Meta>> => {
  const { id, error } = await contentTypeOf('file', thunk)
  if (error) return { error, meta: { messages } }
  return (await baseQuery(uploadCall(upload, id), thunk, uploadOptions)) as QueryReturnValue<
    NormalizedResult,
    ApiError,
    Meta
  >
}

interface UploadMeta {
  baseQueryMeta: Meta | undefined
}

/**
 * Stores a file; its actions carry the same meta as those of a mutation. Not a mutation, because RTK Query delays
 * refetching while one is pending, and an upload may take minutes. After several uploads the caller refetches the list
 * once.
 */
export const uploadFile = createAsyncThunk<
  NormalizedResult,
  Upload,
  { rejectValue: ApiError; fulfilledMeta: UploadMeta; rejectedMeta: UploadMeta }
>('files/upload', async (upload, { rejectWithValue, fulfillWithValue, ...thunk }) => {
  const { data, error, meta } = await storeFile(upload, {
    ...thunk,
    endpoint: 'uploadFile',
    type: 'mutation',
  })
  const uploadMeta = { baseQueryMeta: meta }
  return data ? fulfillWithValue(data, uploadMeta) : rejectWithValue(error, uploadMeta)
})

export const { useFilesOfQuery, useRemoveFileMutation } = filesApi
