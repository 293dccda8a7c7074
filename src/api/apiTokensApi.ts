import {
  apiTokenPath,
  apiTokensPath,
  serviceTokenPath,
  serviceTokensPath,
  type ApiTokens,
  type MadeApiToken,
  type NewApiToken,
  type NewServiceToken,
} from '../contract/apiTokens'
import { api } from './kit/api'
import type { AnswerOptions } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'

/** Whose tokens: the signed-in user's, or those of service users. */
export type TokenKind = 'own' | 'service'

/** The form and the list show failures. */
const options: AnswerOptions = { messages: { failure: null } }

/** API tokens (TOKEN-1). The secret of a new one is in the answer of its mutation only. */
export const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<ApiTokens, TokenKind>({
      query: (kind) => ({ url: kind === 'own' ? apiTokensPath : serviceTokensPath }),
      providesTags: ['apiTokens'],
    }),
    makeApiToken: build.mutation<MadeApiToken, NewApiToken>({
      query: (body) => ({ url: apiTokensPath, method: 'POST', body }),
      extraOptions: options,
      invalidatesTags: ['apiTokens'],
    }),
    makeServiceToken: build.mutation<MadeApiToken, NewServiceToken>({
      query: (body) => ({ url: serviceTokensPath, method: 'POST', body }),
      extraOptions: options,
      invalidatesTags: ['apiTokens', listOf('users')],
    }),
    revokeApiToken: build.mutation<null, { kind: TokenKind; id: number }>({
      query: ({ kind, id }) => ({
        url: kind === 'own' ? apiTokenPath(id) : serviceTokenPath(id),
        method: 'DELETE',
      }),
      extraOptions: options,
      invalidatesTags: ['apiTokens'],
    }),
  }),
})

export const {
  useApiTokensQuery,
  useMakeApiTokenMutation,
  useMakeServiceTokenMutation,
  useRevokeApiTokenMutation,
} = apiTokensApi
