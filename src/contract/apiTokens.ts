/** API tokens: credentials of programs, which act as a user (TOKEN-1). */
import type { ListAnswer } from './answers'
import { choice, integer, options, text, type InputOf } from './fields'
import { passwordChange, userTypes } from './users'

/** The signed-in user's own tokens: list (GET), make (POST), and revoke one (DELETE below). */
export const apiTokensPath = '/api/users/me/api-tokens/'
export const apiTokenPath = (id: number | string) => `${apiTokensPath}${id}/`

/** Tokens of service users, for the provider's team: list (GET), make (POST), and revoke one (DELETE below). */
export const serviceTokensPath = '/api/service-tokens/'
export const serviceTokenPath = (id: number | string) => `${serviceTokensPath}${id}/`

/** The beginning of every token, by which scanners for leaked secrets find them. */
export const apiTokenPrefix = 'cg_'

/**
 * What a token may do: read records, write them, take lists along as files, have tables imported. None of them includes
 * another one.
 */
export const tokenScopes = ['read', 'write', 'export', 'import'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Days for which a token is valid at most. */
export const maxTokenDays = 365
/** Tokens of a user that are neither revoked nor expired, at most. */
export const maxApiTokens = 50

const fields = {
  name: text({ required: true, max: 100, apiDescription: 'By which its user knows it again.' }),
  scopes: options(tokenScopes, {
    required: true,
    apiDescription: 'What it may do; none of them includes another one.',
  }),
  valid_days: integer({
    required: true,
    min: 1,
    max: maxTokenDays,
    apiDescription: 'Days until it expires.',
  }),
  current_password: {
    ...passwordChange.fields.current_password,
    apiDescription:
      'Of the signed-in user, whose session alone makes no token; none for accounts of a directory.',
  },
} as const

/** Body of a new token of one's own. */
export const newApiToken = { fields } as const
export type NewApiToken = InputOf<typeof newApiToken>

/** Body of a new token of a service user, who is created where there is none of that name. */
export const newServiceToken = {
  fields: {
    ...fields,
    username: text({
      required: true,
      max: 150,
      format: 'username',
      apiDescription: 'The service user that it acts as; one with a new name is created.',
    }),
    user_type: choice(userTypes, {
      default: 'broker',
      apiDescription: 'Of a service user that is created; one that is there keeps its own.',
    }),
  },
} as const
export type NewServiceToken = InputOf<typeof newServiceToken>

/** A token without its secret. */
export interface ApiToken {
  api_token_id: number
  name: string
  scopes: readonly TokenScope[]
  /** The last four characters of the token. */
  hint: string
  user: { id: number; username: string }
  created_at: string
  expires_at: string
  /** Accurate to a minute; null: never. */
  last_used_at: string | null
}
export type ApiTokens = ListAnswer<ApiToken>

/** The secret of a token that has just been made. */
export const madeApiToken = {
  fields: {
    token: text({
      required: true,
      secret: true,
      apiDescription: 'For `Authorization: Bearer`; shown this once.',
    }),
  },
} as const

/** A token that has just been made. */
export interface MadeApiToken extends ApiToken {
  token: string
}
