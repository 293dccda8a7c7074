import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { contract, type Row } from '../contract'
import type { ListAnswer } from '../contract/answers'
import { contentTypesLoaded } from '../store/contentTypes'
import { api } from './kit/api'
import { asApiError, type ApiError } from './kit/errors'
import { unlimited } from './kit/queries'

export const contentTypesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The kinds of record that can have notes and files; stored for the next start (AUTH-15). */
    contentTypes: build.query<Row<'contentTypes'>[], undefined>({
      query: () => ({ url: contract.contentTypes.path, params: { limit: unlimited } }),
      transformResponse: ({ results }: ListAnswer<Row<'contentTypes'>>) => results,
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const loaded = await queryFulfilled.catch(() => null)
        if (loaded) dispatch(contentTypesLoaded(loaded.data))
      },
    }),
  }),
})

interface StateWithContentTypes {
  contentTypes: { idByModel: Record<string, number> }
}

/** The content type id of a model; requested where it is not known yet. */
export const contentTypeOf = async (
  model: string,
  { getState, dispatch }: Pick<BaseQueryApi, 'getState' | 'dispatch'>,
): Promise<{ id?: number | undefined; error?: ApiError | undefined }> => {
  const known = (getState() as StateWithContentTypes).contentTypes.idByModel[model]
  if (known !== undefined) return { id: known }
  const refetch = { forceRefetch: true, subscribe: false } as const
  const { data, error } = await dispatch(contentTypesApi.endpoints.contentTypes.initiate(undefined, refetch))
  return { id: data?.find((type) => type.model === model)?.id, error: asApiError(error) }
}
