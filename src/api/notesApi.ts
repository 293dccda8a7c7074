import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import { selectCurrentUser } from '../store/currentUser'
import { selectRow, type Rows } from '../store/entities'
import { api } from './kit/api'
import type { NormalizedResult, Meta } from './kit/baseQuery'
import { listTags } from './kit/cacheTags'
import { contentTypeOf } from './contentTypesApi'
import type { ApiError } from './kit/errors'
import { changeMutation, createMutation, removeMutation, type Update, type Creation } from './kit/mutations'
import { unlimited } from './kit/queries'

/** The record of the notes. */
export interface NotesOwner {
  /** 'opportunity-5', or a bid's bare id. */
  objectId: string
  /** The model of its content type: 'opportunity', 'contact', 'organization', 'bid'. */
  model: string
}

/** A new note on a record. */
interface NoteCreation {
  owner: NotesOwner
  /** Sanitised HTML. */
  description: string
  key: Creation<'notes'>['key']
}

type Answer = QueryReturnValue<NormalizedResult, ApiError, Meta>

const expand = ['created_by'] as const

const notesRequest = ({ objectId }: NotesOwner, contentType: number | undefined): FetchArgs => ({
  url: contract.notes.path,
  params: {
    object_id: objectId,
    content_type: contentType,
    limit: unlimited,
    ordering: '-created_at',
    expand: expand.join(),
  },
})

type SignedInState = Parameters<typeof selectCurrentUser>[0]

/** The part shows the author in what is sent (part 1 §7); the server goes by who is signed in. */
const withAuthor = <B extends object>(body: B, author: number | null | undefined): B => ({
  ...body,
  created_by: author ?? null,
})

const change = changeMutation('notes', {
  messages: { success: { title: 'Update', text: 'Update successfully.' }, failure: null },
  expand,
})

const create = createMutation('notes', {
  messages: { success: { title: 'Update', text: 'Add successfully.' }, failure: null },
  expand,
})

/** NOTE-1: the notes of every kind of record. */
export const notesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every note on a record, the newest first. */
    notesOf: build.query<NormalizedResult, NotesOwner>({
      queryFn: async (owner, queryApi, _options, baseQuery) => {
        const { id, error } = await contentTypeOf(owner.model, queryApi)
        return error ? { error } : ((await baseQuery(notesRequest(owner, id))) as Answer)
      },
      extraOptions: { resource: 'notes', shape: 'list' },
      providesTags: listTags('notes', expand),
    }),
    createNote: build.mutation<NormalizedResult, NoteCreation>({
      queryFn: async ({ owner, description, key }, queryApi, _options, baseQuery) => {
        const { id, error } = await contentTypeOf(owner.model, queryApi)
        if (error) return { error }
        const author = selectCurrentUser(queryApi.getState() as SignedInState)?.id
        const body = withAuthor({ description, object_id: owner.objectId, content_type: id ?? null }, author)
        return (await baseQuery(create.query({ body, key }))) as Answer
      },
      extraOptions: create.extraOptions,
      invalidatesTags: create.invalidatesTags,
    }),
    changeNote: build.mutation<NormalizedResult, Update<'notes'>>({
      queryFn: async (update, { getState }, _options, baseQuery) => {
        const author = selectRow(getState() as { entities: Rows }, 'notes', update.id)?.created_by
        const call = change.query(update)
        return (await baseQuery({ ...call, body: withAuthor(update.body, author) })) as Answer
      },
      extraOptions: change.extraOptions,
      invalidatesTags: change.invalidatesTags,
    }),
    removeNote: build.mutation<null, number>(removeMutation('notes', null)),
  }),
})

export const { useNotesOfQuery, useCreateNoteMutation, useChangeNoteMutation, useRemoveNoteMutation } =
  notesApi

/** Number of a record's notes; undefined until loaded. */
export const useNoteCount = (objectId: string, model: string): number | undefined =>
  useNotesOfQuery({ objectId, model } satisfies NotesOwner).data?.count
