import type { SerializedError } from '@reduxjs/toolkit'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { contract, type ResourceName } from '../../contract'
import type { ErrorAnswer } from '../../contract/answers'

/** The error of a failed call, from the server or from this side. */
export interface ApiError {
  /** The HTTP status; 0 without an answer. */
  status: number
  /** For programs: the server's code, or 'network', 'timeout', 'unreadable', 'signed_out' from this side. */
  code: string
  /** For people: the server's detail, else the status text (part 1 §8). */
  detail: string
  /** Error messages by field of the request. */
  fields?: Record<string, string>
  /** Identifies the request in the server's log. */
  requestId?: string
  /** Seconds after which a busy server accepts another attempt. */
  retryAfter?: number
  /** The current record, where the call was refused because of it. */
  current?: Readonly<Record<string, unknown>>
}

const unreachableDetail = 'The server cannot be reached. Check the connection and try again.'
const unreadableDetail = 'The server sent an answer that could not be read.'

/** The error of a call without an answer. */
export const networkError: ApiError = { status: 0, code: 'network', detail: unreachableDetail }

/** The error of an answer that does not match the contract. */
export const unreadableAnswer = (status: number): ApiError => ({
  status,
  code: 'unreadable',
  detail: unreadableDetail,
})

/** The error of a call that was sent or answered after the end of its session. */
export const signedOutError: ApiError = { status: 401, code: 'signed_out', detail: 'You are signed out.' }

/** The server's error for a record that no longer exists. */
export const deletedError = (title: string): ApiError => ({
  status: 404,
  code: 'not_found',
  detail: `${title} not found.`,
})

/** Converts every kind of request failure into one shape. */
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

/** An error of a hook or an unwrapped call as an ApiError; any other error counts as unreadable. */
export const asApiError = (error: ApiError | SerializedError | undefined): ApiError | undefined =>
  error &&
  ('detail' in error ? error : { status: 0, code: 'unreadable', detail: error.message ?? unreadableDetail })

/** The record that the one of a 404 was merged into, by its id (DUP-4). */
export const mergedIntoId = (resource: ResourceName, error: ApiError | undefined): number | undefined => {
  const id = error?.code === 'merged' ? error.current?.[contract[resource].idField] : undefined
  return typeof id === 'number' ? id : undefined
}
