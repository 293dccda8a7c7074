import { fetchBaseQuery, type BaseQueryApi, type FetchArgs } from '@reduxjs/toolkit/query'
import { toApiError, type ApiError } from './errors'

const fetchJson = fetchBaseQuery({ baseUrl: location.origin })

/** What came of one request. */
export type Sent = { data: unknown; error?: undefined } | { data?: undefined; error: ApiError }

/** One request over HTTP, with a bearer token where one is given; nothing is retried here. */
export const send = async (args: FetchArgs, api: BaseQueryApi, access?: string): Promise<Sent> => {
  const headers = new Headers(args.headers as HeadersInit | undefined)
  headers.set('Accept', 'application/json')
  if (access) headers.set('Authorization', `Bearer ${access}`)
  const { data, error, meta } = await fetchJson({ ...args, headers }, api, {})
  return error ? { error: toApiError(error, meta) } : { data }
}
