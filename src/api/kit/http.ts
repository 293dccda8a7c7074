import { fetchBaseQuery, type BaseQueryApi, type FetchArgs } from '@reduxjs/toolkit/query'
import { whenPainted } from './afterPicture'
import { takeEarly } from './early'
import { toApiError, type ApiError } from './errors'
import { sendForm, type FormCall } from './upload'

const fetchJson = fetchBaseQuery({
  baseUrl: location.origin,
  fetchFn: (input, init) => (input instanceof Request ? takeEarly(input) : undefined) ?? fetch(input, init),
})

/** What is asked of the server. */
export type Call = FetchArgs | FormCall

/** What came of one request. */
export type Sent =
  | {
      data: unknown
      error?: undefined
      /** The server's tag for the answer. */
      etag?: string | null | undefined
    }
  | {
      data?: undefined
      error: ApiError
      /** The answer that whoever asks has by its tag is still the answer. */
      isUnchanged?: boolean
    }

/** Whether a call only reads, so that it may be repeated. */
export const onlyReads = (args: Call) => !('form' in args) && (args.method ?? 'GET') === 'GET'

/**
 * Milliseconds after which an answer that is read is given up. The server writes within its own bounds, so this is for a
 * line that has gone silent: until the call has ended, nothing that has changed since is read again. What is written
 * waits for as long as it takes: only its answer tells whether it was done.
 */
const longestRead = 120_000

/**
 * One request over HTTP, with a bearer token where one is given; nothing is retried here. Reads wait for the picture of a
 * page that is being drawn.
 */
export const send = async (args: Call, api: BaseQueryApi, access?: string): Promise<Sent> => {
  const headers = new Headers(args.headers as HeadersInit | undefined)
  headers.set('Accept', 'application/json')
  if (access) headers.set('Authorization', `Bearer ${access}`)
  if ('form' in args) {
    const { data, error, statusText } = await sendForm({ ...args, headers }, api.signal)
    return error ? { error: toApiError(error, statusText) } : { data }
  }
  const isRead = onlyReads(args)
  if (isRead) await whenPainted()
  const { data, error, meta } = await fetchJson(
    { ...(isRead && { timeout: longestRead }), ...args, headers },
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
