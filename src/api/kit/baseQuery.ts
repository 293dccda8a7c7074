import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query'
import { contract, type ResourceName } from '../../contract'
import type { ListAnswer } from '../../contract/answers'
import { secondFactorRequired } from '../../contract/secondFactorFields'
import { filteredFields, type LinkFilter } from '../../contract/linkFilters'
import { selectCachedAnswer, type NormalizedResult, type CachedAnswer } from '../../store/etags'
import { isDeleted } from '../../store/deletedRecords'
import type { PartialFields, Rows } from '../../store/entities'
import { normalize, UnreadableAnswer } from '../../store/normalize'
import {
  secondFactorAsked,
  selectSession,
  signedOut,
  type Session,
  type SessionState,
} from '../../store/session'
import { deletedError, signedOutError, unreadableAnswer, type ApiError } from './errors'
import { isRead, send, type Call, type RequestResult } from './http'
import type { Refresh } from './refresh'

export type { NormalizedResult }

/** Services that the store passes to every call. */
export interface ApiServices {
  refresh: Refresh
}

/** The texts of a toast: a title and a sentence, with the server's message below a failure. */
interface ToastTexts {
  title: string
  text: string
}

/** The toasts of a call's success and failure. */
export interface ToastMessages {
  success?: ToastTexts
  /**
   * Without a text, the server's message is shown. Null where the form or dialog that sent the request shows the
   * failure.
   */
  failure:
    | (Omit<ToastTexts, 'text'> &
        Partial<ToastTexts> & {
          /** The caller shows edit conflicts itself. */
          exceptConflict?: true
        })
    | null
}

/** How an endpoint's answer is read. */
export interface AnswerOptions {
  /** The answer contains records of this resource: rows go to the entities, their ids to the endpoint. */
  resource?: ResourceName
  shape?: 'list' | 'one'
  /** Filters the links that the answer names. */
  linkFilter?: LinkFilter | undefined
  /** The call has no session, and no answer to it ends one. */
  anonymous?: true
  messages?: ToastMessages | undefined
  /** The call deletes the record of this resource with the given id. */
  removes?: ResourceName
}

/** Meta of an action about its call. */
export interface Meta {
  rows?: Rows
  partial?: PartialFields | undefined
  messages?: ToastMessages | undefined
  removes?: ResourceName
  tagged?: CachedAnswer | undefined
}

const currentSession = (api: BaseQueryApi) => selectSession(api.getState() as { session: SessionState })

/** Ends a session that the server no longer accepts, unless another one has replaced it meanwhile. */
const endSession = (api: BaseQueryApi, { key }: Session): RequestResult => {
  if (currentSession(api)?.key === key) api.dispatch(signedOut({ key, lost: true }))
  return { error: signedOutError }
}

const isUnauthorized = ({ error }: RequestResult) => error?.status === 401 || error?.status === 403

/**
 * Sends a call with the session's token, which is refreshed shortly before it expires and once after a 401 (AUTH-12).
 */
export const sendWithSession = async (
  api: BaseQueryApi,
  request: (access: string) => Promise<RequestResult>,
): Promise<RequestResult> => {
  const session = currentSession(api)
  if (!session) return { error: signedOutError }
  const { refresh } = api.extra as ApiServices
  let { access } = session.tokens

  if (Date.now() >= session.tokens.refreshAt) {
    const early = await refresh(api, access)
    if (early.outcome === 'over') return endSession(api, session)
    if (early.outcome === 'fresh') access = early.access
  }

  let sent = await request(access)
  if (sent.error?.status === 401) {
    const renewed = await refresh(api, access)
    if (renewed.outcome === 'over') return endSession(api, session)
    if (renewed.outcome === 'unanswered') return { error: renewed.error }
    sent = await request(renewed.access)
  }
  if (isUnauthorized(sent)) return endSession(api, session)
  if (sent.error?.code === secondFactorRequired) api.dispatch(secondFactorAsked())
  // An answer that arrives after signing out is discarded.
  return currentSession(api)?.key === session.key ? sent : { error: signedOutError }
}

const sendAuthenticated = (args: Call, api: BaseQueryApi): Promise<RequestResult> =>
  sendWithSession(api, (access) => send(args, api, access))

/** Maximum number of repeats of a read after a busy answer, and maximum delay in seconds. */
const maxRetries = 2
const maxRetryDelay = 5

/** Repeats a read after the delay given by a busy server (TRUST-25); writes are not repeated. */
const sendWithRetries = async (args: Call, api: BaseQueryApi): Promise<RequestResult> => {
  let sent = await sendAuthenticated(args, api)
  for (let retry = 0; retry < maxRetries; retry++) {
    const { status, retryAfter } = sent.error ?? {}
    if (status !== 503 || retryAfter === undefined || !isRead(args)) break
    // Jitter, so that delayed calls do not return at the same time.
    const seconds = Math.min(retryAfter, maxRetryDelay) * (1 + Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    if (api.signal.aborted) break
    sent = await sendAuthenticated(args, api)
  }
  return sent
}

const updateMethods: readonly unknown[] = ['PUT', 'PATCH']

/**
 * A conflict on an update whose values the current record already has is a success: the answer to its first attempt was
 * lost, and no other user must be named for it (OPE-5, TRUST-28).
 */
const acceptRepeatedUpdate = (args: Call, sent: RequestResult): RequestResult => {
  const { code, current } = sent.error ?? {}
  if (code !== 'stale_version' || !current || 'form' in args || !updateMethods.includes(args.method))
    return sent
  const isApplied = Object.entries(args.body as object).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(current[name]),
  )
  return isApplied ? { data: current } : sent
}

/** Whether the answer about a deleted record may say into which one it was merged (DUP-4). */
const saysWhereItWent = (resource: ResourceName) => 'merged_into' in contract[resource].fields

/** Whether the live stream has reported the requested record as deleted. */
const isKnownToBeDeleted = (
  args: Call,
  api: BaseQueryApi,
  resource: ResourceName,
  shape: AnswerOptions['shape'],
) =>
  shape === 'one' &&
  isRead(args) &&
  !saysWhereItWent(resource) &&
  isDeleted(api.getState() as Parameters<typeof isDeleted>[0], args.url)

/** The records of an answer, and the other properties of a list. */
const recordsOf = (
  data: unknown,
  shape: AnswerOptions['shape'],
): { records: unknown[]; count: number; more: object } => {
  if (shape === 'one') return { records: [data], count: 1, more: {} }
  const { results, count, ...more } = (data ?? {}) as Partial<ListAnswer<unknown>>
  if (!Array.isArray(results) || typeof count !== 'number')
    throw new UnreadableAnswer('An answer is not a list.')
  return { records: results, count, more }
}

/** The call as one text, where its answer can have an ETag; else undefined. */
const requestKeyOf = (args: Call, shape: AnswerOptions['shape']) =>
  shape && isRead(args) ? JSON.stringify([args.url, 'form' in args ? null : args.params]) : undefined

const withIfNoneMatch = (args: Call, { etag }: CachedAnswer): Call =>
  'form' in args ? args : { ...args, headers: { 'If-None-Match': etag } }

/**
 * The base query of all calls: bearer token, one error shape, and normalized answers, whose rows are meta of the same
 * action that delivers their ids. An answer that a query already has is not transferred again.
 */
export const baseQuery: BaseQueryFn<Call, unknown, ApiError, AnswerOptions | undefined, Meta> = async (
  args,
  api,
  options,
) => {
  const { resource, shape, linkFilter, anonymous, messages, removes } = options ?? {}
  if (resource && isKnownToBeDeleted(args, api, resource, shape))
    return { error: deletedError(contract[resource].title), meta: { messages } }
  const request = requestKeyOf(args, shape)
  const cached =
    request && api.queryCacheKey
      ? selectCachedAnswer(
          api.getState() as Parameters<typeof selectCachedAnswer>[0],
          api.queryCacheKey,
          request,
        )
      : undefined
  const sent = anonymous
    ? await send(args, api)
    : acceptRepeatedUpdate(args, await sendWithRetries(cached ? withIfNoneMatch(args, cached) : args, api))
  if (sent.error) {
    const { error, isUnchanged } = sent
    // The data are unchanged: their rows are in the entities.
    return cached && isUnchanged
      ? { data: cached.result, meta: { messages, cachedAnswer: cached } }
      : { error, meta: { messages } }
  }
  const { data, etag } = sent
  if (!resource) return { data, meta: { messages, ...(removes && { removes }) } }
  try {
    const { records, count, more } = recordsOf(data, shape)
    const { ids, rows } = normalize(resource, records)
    const result: NormalizedResult = { ...more, resource, ids, count }
    const cachedAnswer = request && etag ? { etag, request, result } : undefined
    return {
      data: result,
      meta: { rows, messages, cachedAnswer, partial: linkFilter && filteredFields(linkFilter) },
    }
  } catch (cause) {
    if (cause instanceof UnreadableAnswer) return { error: unreadableAnswer(200), meta: { messages } }
    throw cause
  }
}
