import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query'
import { contract, type ResourceName } from '../../contract'
import type { ListAnswer } from '../../contract/answers'
import { filteredFields, type LinkFilter } from '../../contract/linkFilters'
import { selectTagged, type Found, type Tagged } from '../../store/answerTags'
import { isDeleted } from '../../store/deletedRecords'
import type { PartialFields, Rows } from '../../store/entities'
import { normalize, UnreadableAnswer } from '../../store/normalize'
import { selectSession, signedOut, type Session, type SessionState } from '../../store/session'
import { deletedError, signedOutError, unreadableAnswer, type ApiError } from './errors'
import { onlyReads, send, type Call, type Sent } from './http'
import type { Refresh } from './refresh'

export type { Found }

/** Services that the store passes to every call. */
export interface ApiServices {
  refresh: Refresh
}

/** The texts of a toast: a title and a sentence, with the server's message below a failure. */
interface Words {
  title: string
  text: string
}

/** The toasts of a call's success and failure. */
export interface Outcomes {
  success?: Words
  /**
   * Without a text, the server's message is shown. Null where the form or dialog that sent the request shows the
   * failure.
   */
  failure:
    | (Omit<Words, 'text'> &
        Partial<Words> & {
          /** The caller shows edit conflicts itself. */
          exceptConflict?: true
        })
    | null
}

/** How an endpoint's answer is read. */
export interface Shape {
  /** The answer contains records of this resource: rows go to the entities, their ids to the endpoint. */
  resource?: ResourceName
  shape?: 'list' | 'one'
  /** Filters the links that the answer names. */
  linkFilter?: LinkFilter | undefined
  /** The call has no session, and no answer to it ends one. */
  anonymous?: true
  words?: Outcomes | undefined
  /** The call deletes the record of this resource with the given id. */
  removes?: ResourceName
}

/** Meta of an action about its call. */
export interface Meta {
  rows?: Rows
  partial?: PartialFields | undefined
  words?: Outcomes | undefined
  removes?: ResourceName
  tagged?: Tagged | undefined
}

const sessionOf = (api: BaseQueryApi) => selectSession(api.getState() as { session: SessionState })

/** Ends a session that the server no longer accepts, unless another one has replaced it meanwhile. */
const endSession = (api: BaseQueryApi, { key }: Session): Sent => {
  if (sessionOf(api)?.key === key) api.dispatch(signedOut({ key, lost: true }))
  return { error: signedOutError }
}

const isRefused = ({ error }: Sent) => error?.status === 401 || error?.status === 403

/**
 * Sends a call with the session's token, which is refreshed shortly before it expires and once after a 401 (AUTH-12).
 */
export const askSignedIn = async (
  api: BaseQueryApi,
  ask: (access: string) => Promise<Sent>,
): Promise<Sent> => {
  const session = sessionOf(api)
  if (!session) return { error: signedOutError }
  const { refresh } = api.extra as ApiServices
  let { access } = session.tokens

  if (Date.now() >= session.tokens.refreshAt) {
    const early = await refresh(api, access)
    if (early.outcome === 'over') return endSession(api, session)
    if (early.outcome === 'fresh') access = early.access
  }

  let sent = await ask(access)
  if (sent.error?.status === 401) {
    const renewed = await refresh(api, access)
    if (renewed.outcome === 'over') return endSession(api, session)
    if (renewed.outcome === 'unanswered') return { error: renewed.error }
    sent = await ask(renewed.access)
  }
  if (isRefused(sent)) return endSession(api, session)
  // An answer that arrives after signing out is discarded.
  return sessionOf(api)?.key === session.key ? sent : { error: signedOutError }
}

const sendSignedIn = (args: Call, api: BaseQueryApi): Promise<Sent> =>
  askSignedIn(api, (access) => send(args, api, access))

/** Maximum number of repeats of a read after a busy answer, and maximum delay in seconds. */
const repeats = 2
const longestPause = 5

/** Repeats a read after the delay given by a busy server (TRUST-25); writes are not repeated. */
const sendPatiently = async (args: Call, api: BaseQueryApi): Promise<Sent> => {
  let sent = await sendSignedIn(args, api)
  for (let repeat = 0; repeat < repeats; repeat++) {
    const { status, retryAfter } = sent.error ?? {}
    if (status !== 503 || retryAfter === undefined || !onlyReads(args)) break
    // Jitter, so that delayed calls do not return at the same time.
    const seconds = Math.min(retryAfter, longestPause) * (1 + Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    if (api.signal.aborted) break
    sent = await sendSignedIn(args, api)
  }
  return sent
}

const changes: readonly unknown[] = ['PUT', 'PATCH']

/**
 * A conflict on an update whose values the current record already has is a success: the answer to its first attempt was
 * lost, and no other user must be named for it (OPE-5, TRUST-28).
 */
const settled = (args: Call, sent: Sent): Sent => {
  const { code, current } = sent.error ?? {}
  if (code !== 'stale_version' || !current || 'form' in args || !changes.includes(args.method)) return sent
  const isMade = Object.entries(args.body as object).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(current[name]),
  )
  return isMade ? { data: current } : sent
}

/** Whether the live stream has reported the requested record as deleted. */
const isKnownToBeDeleted = (args: Call, api: BaseQueryApi, shape: Shape['shape']) =>
  shape === 'one' && onlyReads(args) && isDeleted(api.getState() as Parameters<typeof isDeleted>[0], args.url)

/** The records of an answer, and the other properties of a list. */
const recordsOf = (
  data: unknown,
  shape: Shape['shape'],
): { records: unknown[]; count: number; more: object } => {
  if (shape === 'one') return { records: [data], count: 1, more: {} }
  const { results, count, ...more } = (data ?? {}) as Partial<ListAnswer<unknown>>
  if (!Array.isArray(results) || typeof count !== 'number')
    throw new UnreadableAnswer('An answer is not a list.')
  return { records: results, count, more }
}

/** The call as one text, where its answer can have an ETag; else undefined. */
const taggedCall = (args: Call, shape: Shape['shape']) =>
  shape && onlyReads(args) ? JSON.stringify([args.url, 'form' in args ? null : args.params]) : undefined

const withTag = (args: Call, { etag }: Tagged): Call =>
  'form' in args ? args : { ...args, headers: { 'If-None-Match': etag } }

/**
 * The base query of all calls: bearer token, one error shape, and normalized answers, whose rows are meta of the same
 * action that delivers their ids. An answer that a query already has is not transferred again.
 */
export const baseQuery: BaseQueryFn<Call, unknown, ApiError, Shape | undefined, Meta> = async (
  args,
  api,
  options,
) => {
  const { resource, shape, linkFilter, anonymous, words, removes } = options ?? {}
  if (resource && isKnownToBeDeleted(args, api, shape))
    return { error: deletedError(contract[resource].title), meta: { words } }
  const call = taggedCall(args, shape)
  const held =
    call && api.queryCacheKey
      ? selectTagged(api.getState() as Parameters<typeof selectTagged>[0], api.queryCacheKey, call)
      : undefined
  const sent = anonymous
    ? await send(args, api)
    : settled(args, await sendPatiently(held ? withTag(args, held) : args, api))
  if (sent.error) {
    const { error, isUnchanged } = sent
    // The data are unchanged: their rows are in the entities.
    return held && isUnchanged
      ? { data: held.found, meta: { words, tagged: held } }
      : { error, meta: { words } }
  }
  const { data, etag } = sent
  if (!resource) return { data, meta: { words, ...(removes && { removes }) } }
  try {
    const { records, count, more } = recordsOf(data, shape)
    const { ids, rows } = normalize(resource, records)
    const found: Found = { ...more, resource, ids, count }
    const tagged = call && etag ? { etag, call, found } : undefined
    return { data: found, meta: { rows, words, tagged, partial: linkFilter && filteredFields(linkFilter) } }
  } catch (cause) {
    if (cause instanceof UnreadableAnswer) return { error: unreadableAnswer(200), meta: { words } }
    throw cause
  }
}
