import { createReducer, type UnknownAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { signedOut } from './session'

/** The ids of an answer; the records themselves stand in the entities. */
export interface Found {
  resource: ResourceName
  ids: number[]
  /** How many records match in all. */
  count: number
}

/** What was answered, and the server's tag for it. */
export interface Tagged {
  etag: string
  /** What was asked, in one text. */
  call: string
  found: Found
}

/** By the keys of the queries whose cached answers they are of. */
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
 * The tags of the answers that the queries hold, written by the very action that caches the answer, so that a tag is
 * never that of another: what is asked for again is sent only where it has changed.
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

/** Whether a query's data are the ids of records, whose rows are then kept for as long as the query. */
export const isFound = (data: unknown): data is Found => {
  const { resource, ids } = (data ?? {}) as Partial<Found>
  return typeof resource === 'string' && Array.isArray(ids)
}

/** What a query holds as the answer to a call, where that is still all there. */
export const selectTagged = (
  { answerTags: tags, api: { queries } }: StateWithAnswers,
  queryCacheKey: string,
  call: string,
): Tagged | undefined => {
  const tagged = tags[queryCacheKey]
  return tagged?.call === call && isFound(queries[queryCacheKey]?.data) ? tagged : undefined
}
