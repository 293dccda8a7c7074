import { contract, type Row } from '../contract'
import type { ListAnswer } from '../contract/kit'
import { contentTypesLoaded } from '../store/contentTypes'
import { api } from './api'
import { wholeList } from './queries'

export const contentTypesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The kinds of record that notes and files hang on; kept for the next start (AUTH-15). */
    contentTypes: build.query<Row<'contentTypes'>[], undefined>({
      query: () => ({ url: contract.contentTypes.path, params: { limit: wholeList } }),
      transformResponse: ({ results }: ListAnswer<Row<'contentTypes'>>) => results,
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const loaded = await queryFulfilled.catch(() => null)
        if (loaded) dispatch(contentTypesLoaded(loaded.data))
      },
    }),
  }),
})
