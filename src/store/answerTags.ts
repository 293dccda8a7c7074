import { createReducer, type UnknownAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { signedOut } from './session'

/** The ids of an answer; the records themselves are in the entities. */
export interface Found {
  resource: ResourceName
  ids: number[]
  /** Number of all matching records. */
  count: number
}

/** An answer's ETag, with the call that it belongs to. */
export interface Tagged {
  etag: string
  /** The request as one text. */
  call: string
  found: Found
}

/** By the cache keys of the queries. */
type AnswerTags = Readonly<Record<string, Tagged>>

interface Answered extends UnknownAction {
  meta: { arg: { queryCacheKey: string }; baseQueryMeta?: { tagged?: Tagged } }
}

interface Removed extends UnknownAction {
  payload: { queryCacheKey: string }
}

const isAnswered = (action: UnknownAction): action is Answered => action.type === 'api/executeQuery/fulfilled'
const isRemoved = (action: UnknownAction): action is Removed =>
  action.type === 'api/queries/removeQueryResult'

const without = (state: AnswerTags, key: string): AnswerTags =>
  key in state ? Object.fromEntries(Object.entries(state).filter(([known]) => known !== key)) : state

const none: AnswerTags = {}

/**
 * The ETags of the cached answers, stored by the same action that caches the answer, so that a tag never belongs to
 * another answer. With it a repeated request transfers the answer only if it has changed.
 */
export const answerTags = createReducer(none, (builder) => {
  builder
    .addCase(signedOut, () => none)
    .addMatcher(isAnswered, (state, { meta: { arg, baseQueryMeta } }) => {
      const { tagged } = baseQueryMeta ?? {}
      return tagged ? { ...state, [arg.queryCacheKey]: tagged } : without(state, arg.queryCacheKey)
    })
    .addMatcher(isRemoved, (state, { payload }) => without(state, payload.queryCacheKey))
})

interface StateWithAnswers {
  answerTags: AnswerTags
  api: { queries: Readonly<Record<string, { data?: unknown } | undefined>> }
}

/** Whether a query's data are record ids, whose rows are kept as long as the query. */
export const isFound = (data: unknown): data is Found => {
  const { resource, ids } = (data ?? {}) as Partial<Found>
  return typeof resource === 'string' && Array.isArray(ids)
}

/** The cached answer of a query to a call, if its rows are still complete. */
export const selectTagged = (
  { answerTags: tags, api: { queries } }: StateWithAnswers,
  queryCacheKey: string,
  call: string,
): Tagged | undefined => {
  const tagged = tags[queryCacheKey]
  return tagged?.call === call && isFound(queries[queryCacheKey]?.data) ? tagged : undefined
}
