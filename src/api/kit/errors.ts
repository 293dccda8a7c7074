import type { SerializedError } from '@reduxjs/toolkit'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import type { ErrorAnswer } from '../../contract/kit'

/** What a call that did not succeed comes to, whoever refused it. */
export interface ApiError {
  /** The HTTP status; 0 where no answer came. */
  status: number
  /** For programs: the server's code, or 'network', 'timeout', 'unreadable', 'signed_out' from this side. */
  code: string
  /** For people: the server's detail, else the status text (part 1 §8). */
  detail: string
  /** Per field of the request, what is wrong with it. */
  fields?: Record<string, string>
  /** Finds the request in the server's log. */
  requestId?: string
  /** Seconds after which a server that is busy may be asked again. */
  retryAfter?: number
  /** The record as it stands, where the call was refused because of it. */
  current?: Readonly<Record<string, unknown>>
}

/** What a call came to, for whoever waits for it. */
export type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: ApiError }

const unreachable = 'The server cannot be reached. Check the connection and try again.'
const unreadable = 'The server sent an answer that could not be read.'

/** What a call comes to whose answer never came. */
export const networkError: ApiError = { status: 0, code: 'network', detail: unreachable }

/** An answer that came but is not what the contract promises. */
export const unreadableAnswer = (status: number): ApiError => ({
  status,
  code: 'unreadable',
  detail: unreadable,
})

/** What a call gets that was made, or answered, when its session had already ended. */
export const signedOutError: ApiError = { status: 401, code: 'signed_out', detail: 'You are signed out.' }

/** What the server would answer to whoever asks for a record that is not there any more. */
export const deletedError = (title: string): ApiError => ({
  status: 404,
  code: 'not_found',
  detail: `${title} not found.`,
})

/** Brings every way in which a request can fail into one shape. */
export const toApiError = (error: FetchBaseQueryError, statusText?: string, headers?: Headers): ApiError => {
  switch (error.status) {
    case 'FETCH_ERROR':
      return networkError
    case 'TIMEOUT_ERROR':
      return { status: 0, code: 'timeout', detail: 'The server took too long to answer. Try again.' }
    case 'PARSING_ERROR': {
      const { originalStatus } = error
      return originalStatus < 400 || !statusText
        ? unreadableAnswer(originalStatus)
        : { status: originalStatus, code: 'unreadable', detail: statusText }
    }
    case 'CUSTOM_ERROR':
      return { status: 0, code: 'unreadable', detail: error.error }
    default: {
      const answer: Partial<ErrorAnswer> =
        typeof error.data === 'object' && error.data !== null ? error.data : {}
      const { detail, code, fields, request_id, current } = answer
      const retryAfter = headers?.get('Retry-After')
      return {
        status: error.status,
        code: code ?? 'http',
        detail: detail || statusText || `The server answered with status ${error.status}.`,
        ...(fields && { fields }),
        ...(request_id && { requestId: request_id }),
        ...(current && { current }),
        ...(retryAfter && /^\d+$/.test(retryAfter) && { retryAfter: Number(retryAfter) }),
      }
    }
  }
}

/** An error of a hook or an unwrapped call as an ApiError; what is none of ours counts as unreadable. */
export const asApiError = (error: ApiError | SerializedError | undefined): ApiError | undefined =>
  error &&
  ('detail' in error ? error : { status: 0, code: 'unreadable', detail: error.message ?? unreadable })
