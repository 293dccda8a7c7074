import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import { api } from './kit/api'
import type { Found, Meta } from './kit/baseQuery'
import { listTags } from './kit/cacheTags'
import { contentTypeOf } from './contentTypesApi'
import type { ApiError } from './kit/errors'
import { changeMutation, createMutation, removeMutation, type Change, type Creation } from './kit/mutations'
import { wholeList } from './kit/queries'

/** The record that notes hang on. */
export interface NotesOwner {
  /** 'opportunity-5', or a bid's bare id. */
  objectId: string
  /** The model of its content type: 'opportunity', 'contact', 'organization', 'bid'. */
  model: string
}

/** A note that is to be written on a record. */
interface Writing {
  owner: NotesOwner
  /** Sanitised HTML. */
  description: string
  key: Creation<'notes'>['key']
}

type Answer = QueryReturnValue<Found, ApiError, Meta>

const expand = ['created_by'] as const

const reading = ({ objectId }: NotesOwner, contentType: number | undefined): FetchArgs => ({
  url: contract.notes.path,
  params: {
    object_id: objectId,
    content_type: contentType,
    limit: wholeList,
    ordering: '-created_at',
    expand: expand.join(),
  },
})

const create = createMutation('notes', {
  words: { success: { title: 'Update', text: 'Add successfully.' }, failure: null },
  expand,
})

/** NOTE-1: the notes of every kind of record. */
export const notesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every note on a record, the newest first. */
    notesOf: build.query<Found, NotesOwner>({
      queryFn: async (owner, queryApi, _options, baseQuery) => {
        const { id, error } = await contentTypeOf(owner.model, queryApi)
        return error ? { error } : ((await baseQuery(reading(owner, id))) as Answer)
      },
      extraOptions: { resource: 'notes', shape: 'list' },
      providesTags: listTags('notes', expand),
    }),
    createNote: build.mutation<Found, Writing>({
      queryFn: async ({ owner, description, key }, queryApi, _options, baseQuery) => {
        const { id, error } = await contentTypeOf(owner.model, queryApi)
        if (error) return { error }
        const body = { description, object_id: owner.objectId, content_type: id ?? null }
        return (await baseQuery(create.query({ body, key }))) as Answer
      },
      extraOptions: create.extraOptions,
      invalidatesTags: create.invalidatesTags,
    }),
    changeNote: build.mutation<Found, Change<'notes'>>(
      changeMutation('notes', {
        words: { success: { title: 'Update', text: 'Update successfully.' }, failure: null },
        expand,
      }),
    ),
    removeNote: build.mutation<null, number>(removeMutation('notes', null)),
  }),
})

export const { useNotesOfQuery, useCreateNoteMutation, useChangeNoteMutation, useRemoveNoteMutation } =
  notesApi
