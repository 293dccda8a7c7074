import { api } from './api'
import type { Found } from './baseQuery'
import { changeMutation, createMutation, removeMutation, type Change, type Creation } from './mutations'
import { listQuery, type ListArgs, type Page } from './queries'

/** TAG-3: the tags that forms suggest and that the tags screen keeps. */
export const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    tagsList: build.query<Page, ListArgs<'tags'>>(listQuery('tags')),
    createTag: build.mutation<Found, Creation<'tags'>>(
      createMutation('tags', { words: { success: { title: 'Update', text: 'Add successfully.' } } }),
    ),
    changeTag: build.mutation<Found, Change<'tags'>>(
      changeMutation('tags', { words: { success: { title: 'Update', text: 'Update successfully.' } } }),
    ),
    removeTag: build.mutation<null, number>(
      removeMutation('tags', { words: { success: { title: 'Update', text: 'Delete successfully.' } } }),
    ),
  }),
})

export const { useCreateTagMutation, useChangeTagMutation, useRemoveTagMutation } = tagsApi
