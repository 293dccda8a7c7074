import { api } from './api'
import { listQuery, type ListArgs, type Page } from './queries'

export const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** TAG-3: the tags that forms suggest and that the tags screen lists. */
    tagsList: build.query<Page, ListArgs<'tags'>>(listQuery('tags')),
  }),
})
