import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import { keptBackText, mergesPath, type Merge } from '../contract/merges'
import { toastShown, type Change, type RecordKey } from '../store/toasts'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'
import { tagsOfMerge } from './kit/mergeTags'
import type { AnswerOptions } from './kit/baseQuery'
import { sendForVersion, type Send } from './kit/sendForVersion'

const messages = {
  success: { title: 'Update', text: 'Restored successfully.' },
  failure: { title: 'Error', text: 'Cannot restore this record.' },
}

const takenBackMessages = {
  success: { title: 'Update', text: 'Taken back.' },
  failure: { title: 'Error', text: 'It could not be taken back.' },
}

/** Gives a record its values from before, also where other values of it were changed meanwhile. */
const takeBack = async (
  { resource, id, version, body, made }: RecordKey & Change,
  _queryApi: unknown,
  _options: unknown,
  send: Send,
) => {
  const { error, meta } = await sendForVersion(
    send,
    { url: `${contract[resource].path}${id}/`, method: 'PATCH', body },
    version,
    (current) =>
      Object.entries(made).every(([name, value]) => JSON.stringify(value) === JSON.stringify(current[name])),
  )
  const told = meta && { meta }
  if (!error) return { data: null, ...told }
  // The server's detail names another user; it may have been the same one in another place.
  const isLater = error.code === 'stale_version'
  return { error: isLater ? { ...error, detail: 'It was changed again meanwhile.' } : error, ...told }
}

/** Restores a record of any resource from the trash, with the records that were deleted with it; takes a change or a merge back. */
export const restoreApi = api.injectEndpoints({
  endpoints: (build) => ({
    restore: build.mutation<null, RecordKey>({
      query: ({ resource, id }): FetchArgs => ({
        url: `${contract[resource].path}${id}/restore/`,
        method: 'POST',
      }),
      extraOptions: { messages } satisfies AnswerOptions,
      // Queries of the record are refetched.
      transformResponse: () => null,
      invalidatesTags: (_data, error, { resource, id }) =>
        error ? [] : [listOf(resource), { type: resource, id }],
    }),
    takeBack: build.mutation<null, RecordKey & Change>({
      queryFn: takeBack,
      extraOptions: { messages: takenBackMessages } satisfies AnswerOptions,
      // After a refusal, too: it tells that the record has changed.
      invalidatesTags: (_data, _error, { resource, id }) => [listOf(resource), { type: resource, id }],
    }),
    undoMerge: build.mutation<Merge, number>({
      query: (id): FetchArgs => ({ url: `${mergesPath}${id}/undo/`, method: 'POST' }),
      extraOptions: { messages: { failure: takenBackMessages.failure } } satisfies AnswerOptions,
      invalidatesTags: (answer) => (answer ? tagsOfMerge(answer.resource, [answer.kept, answer.merged]) : []),
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null)
        if (done) dispatch(toastShown({ kind: 'success', title: 'Update', ...undoneTexts(done.data) }))
      },
    }),
  }),
})

/** What was changed since is counted; the page of the merges names it. */
const undoneTexts = ({ state, kept_back: left }: Merge) => {
  if (state !== 'undone') return { text: 'It is being taken back in the background.' }
  if (left.length === 0) return { text: 'Taken back.' }
  const were = left.length === 1 ? 'was' : 'were'
  return { text: `Taken back. ${keptBackText(left)} ${were} changed since and left.` }
}

export const { useRestoreMutation, useTakeBackMutation, useUndoMergeMutation } = restoreApi
