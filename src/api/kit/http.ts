import { fetchBaseQuery, type BaseQueryApi, type FetchArgs } from '@reduxjs/toolkit/query'
import { toApiError, type ApiError } from './errors'
import { sendForm, type FormCall } from './upload'

const fetchJson = fetchBaseQuery({ baseUrl: location.origin })

/** A request to the server. */
export type Call = FetchArgs | FormCall

/** The result of one request. */
export type RequestResult =
  | {
      data: unknown
      error?: undefined
      /** The answer's ETag. */
      etag?: string | null | undefined
    }
  | {
      data?: undefined
      error: ApiError
      /** The cached answer with this ETag is still valid (304). */
      isUnchanged?: boolean
    }

/** Whether a call is read-only, so that it may be repeated. */
export const isRead = (args: Call) => !('form' in args) && (args.method ?? 'GET') === 'GET'

/**
 * Timeout of reads in milliseconds. The server has time limits of its own, so this is for a silent connection: until a
 * call has ended, its query is not refetched. Writes have no timeout: only the answer tells whether they were done.
 */
const readTimeout = 120_000

/** One HTTP request, with a bearer token where given, without retries. */
export const send = async (args: Call, api: BaseQueryApi, access?: string): Promise<RequestResult> => {
  const headers = new Headers(args.headers as HeadersInit | undefined)
  headers.set('Accept', 'application/json')
  if (access) headers.set('Authorization', `Bearer ${access}`)
  if ('form' in args) {
    const { data, error, statusText } = await sendForm({ ...args, headers }, api.signal)
    return error ? { error: toApiError(error, statusText) } : { data }
  }
  const { data, error, meta } = await fetchJson(
    { ...(isRead(args) && { timeout: readTimeout }), ...args, headers },
    api,
    {},
  )
  const response = meta?.response
  return error
    ? {
        error: toApiError(error, response?.statusText, response?.headers),
        isUnchanged: response?.status === 304,
      }
    : { data, etag: response?.headers.get('ETag') }
}
