import { createReducer, type UnknownAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { signedOut } from './session'

/** The ids of an answer; the records themselves are in the entities. */
export interface NormalizedResult {
  resource: ResourceName
  ids: number[]
  /** Number of all matching records. */
  count: number
}

/** An answer's ETag, with the call that it belongs to. */
export interface CachedAnswer {
  etag: string
  /** The request as one text. */
  request: string
  result: NormalizedResult
}

/** By the cache keys of the queries. */
type ETags = Readonly<Record<string, CachedAnswer>>

interface QueryFulfilled extends UnknownAction {
  meta: { arg: { queryCacheKey: string }; baseQueryMeta?: { cachedAnswer?: CachedAnswer } }
}

interface QueryRemoved extends UnknownAction {
  payload: { queryCacheKey: string }
}

const isQueryFulfilled = (action: UnknownAction): action is QueryFulfilled =>
  action.type === 'api/executeQuery/fulfilled'
const isQueryRemoved = (action: UnknownAction): action is QueryRemoved =>
  action.type === 'api/queries/removeQueryResult'

const without = (state: ETags, key: string): ETags =>
  key in state ? Object.fromEntries(Object.entries(state).filter(([known]) => known !== key)) : state

const initialState: ETags = {}

/**
 * The ETags of the cached answers, stored by the same action that caches the answer, so that a tag never belongs to
 * another answer. With it a repeated request transfers the answer only if it has changed.
 */
export const etags = createReducer(initialState, (builder) => {
  builder
    .addCase(signedOut, () => initialState)
    .addMatcher(isQueryFulfilled, (state, { meta: { arg, baseQueryMeta } }) => {
      const { cachedAnswer } = baseQueryMeta ?? {}
      return cachedAnswer
        ? { ...state, [arg.queryCacheKey]: cachedAnswer }
        : without(state, arg.queryCacheKey)
    })
    .addMatcher(isQueryRemoved, (state, { payload }) => without(state, payload.queryCacheKey))
})

interface StateWithETags {
  etags: ETags
  api: { queries: Readonly<Record<string, { data?: unknown } | undefined>> }
}

/** Whether a query's data are record ids, whose rows are kept as long as the query. */
export const isNormalizedResult = (data: unknown): data is NormalizedResult => {
  const { resource, ids } = (data ?? {}) as Partial<NormalizedResult>
  return typeof resource === 'string' && Array.isArray(ids)
}

/** The cached answer of a query to a call, if its rows are still complete. */
export const selectCachedAnswer = (
  { etags, api: { queries } }: StateWithETags,
  queryCacheKey: string,
  request: string,
): CachedAnswer | undefined => {
  const cached = etags[queryCacheKey]
  return cached?.request === request && isNormalizedResult(queries[queryCacheKey]?.data) ? cached : undefined
}
